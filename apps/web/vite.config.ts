import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type ProxyOptions } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { TARGET } from './build/oldest-browsers.ts'
import { routesOnly } from './build/routes-only.ts'
import { serviceWorker, WORKER_FILE } from './build/service-worker-plugin.ts'
import { startTexts } from './build/start-texts.ts'
import { oneZod, usedObservers } from './build/used-parts.ts'
import { zoneData } from './build/zone-data.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
// As the API reads it: from the environment, or else from the .env file at the root.
const API_PORT = loadEnv('development', ROOT, 'PORT').PORT || '3000'
// Everything the API serves besides the page.
const API_PATHS = [
  '/v1',
  '/auth',
  '/docs',
  '/openapi.json',
  '/health',
  '/livez',
  '/readyz',
  '/badge',
  '/embed',
  '/meeting.ics',
  '/meeting.png',
]
// The service worker is built as a separate script, with what only it imports.
const NOT_THE_WORKER = /^(?!.*(?:[/]apps[/]web[/]worker[/]|[/]page-paths[.]ts$))/
const CARD_PATH = '^/u/[^/]+/card[.]png$'

// Compressed once, at build time, instead of on every request.
const compressed = compression({
  algorithms: ['gzip', 'brotliCompress'],
  include: /[.](?:js|css|html|svg|json|txt)$/,
  // The worker's list of files is filled in only after compression.
  exclude: new RegExp(`(?:^|/)${WORKER_FILE}$`),
})

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    zoneData(),
    oneZod(),
    usedObservers(),
    routesOnly(),
    startTexts(),
    serviceWorker(),
    compressed,
  ],
  resolve: {
    // React has it itself.
    alias: [{ find: /^use-sync-external-store[/]shim([/]index[.]js)?$/, replacement: 'react' }],
  },
  build: {
    // Inlined as data: URLs, scripts and fonts would violate the Content-Security-Policy.
    assetsInlineLimit: 0,
    // From this, the service knows which files a view needs, so that browsers can preload them.
    manifest: true,
    // The page works without; a browser that does not preload modules loads them a little later.
    modulePreload: { polyfill: false },
    target: TARGET,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Only a few files, because each one costs a round trip on a slow network: the first load, and what views
          // share.
          groups: [
            { name: 'page', tags: ['$initial'], test: NOT_THE_WORKER },
            { name: 'lists', minShareCount: 2, test: /[/]@tanstack[/]/ },
            // Before the search, which would otherwise take what other views need of it.
            { name: 'admin', minShareCount: 2, test: /[/]account[/](?:admin|keys)[/]/ },
            {
              name: 'lists',
              minShareCount: 2,
              test: /[/]web[/]src[/]selection[/]|zone-aliases/,
            },
            {
              name: 'times',
              minShareCount: 2,
              test: /[/]zones[/]src[/](?:fold|parse-offset|time-of-day|time-query|time-words)[.]/,
            },
            // Large, and for the picker and the search in the header only.
            {
              name: 'search',
              minShareCount: 2,
              test: /zone-search|[/]zones[/](?:src[/](?:places|fold)|use-picker-rows|place-list)/,
            },
            {
              name: 'places',
              minShareCount: 2,
              test: /[/]zones[/](?:use-place-of|zone-country|src[/]amounts)|zone-countries|day-format/,
            },
            // The start view and a person's page have a sky, Meet and an invitation have times.
            {
              name: 'sun',
              minShareCount: 2,
              test: /zone-coordinates|[/](?:sky-over|sun|sun-sky)[.]ts/,
            },
            {
              name: 'meeting',
              minShareCount: 2,
              test: /[/]meet[/](?:calendar-button|icons|use-meet-formats)|gap-change/,
            },
            { name: 'views', minShareCount: 2, test: /[/]apps[/]web[/]src[/]/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // The documented port: if it is taken, fail instead of choosing another.
    strictPort: true,
    proxy: proxyTo(`http://127.0.0.1:${API_PORT}`),
  },
})

/**
 * Serves the API from the development server's own origin. The Host header stays as the browser sent it: the service
 * derives the login callback from it, and the login cookie belongs to that host.
 */
function proxyTo(target: string): Record<string, ProxyOptions> {
  return Object.fromEntries([...API_PATHS, CARD_PATH].map((path) => [path, { target, changeOrigin: false }]))
}
