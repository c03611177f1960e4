import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { installable } from './build/installable.ts'
import { oneZod } from './build/one-zod.ts'
import { placeData } from './build/place-data.ts'
import { routesOnly } from './build/routes-only.ts'
import { serviceWorker, WORKER_FILE } from './build/service-worker-plugin.ts'
import { zoneCountryData } from './build/zone-country-data.ts'
import { zoneNameData } from './build/zone-name-data.ts'

// Everything that the API serves besides the page.
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
]
// The service worker is a script of its own.
const NOT_THE_WORKER = /^(?!.*[/]apps[/]web[/]worker[/])/
const CARD_PATH = '^/u/[^/]+/card[.]png$'

// Compressed once, here, instead of for each request.
const compressed = compression({
  algorithms: ['gzip', 'brotliCompress'],
  include: /[.](?:js|css|html|svg|json|txt)$/,
  // Its list of files is written after the others are compressed.
  exclude: new RegExp(`(?:^|/)${WORKER_FILE}$`),
})

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    placeData(),
    zoneNameData(),
    zoneCountryData(),
    oneZod(),
    routesOnly(),
    installable(),
    serviceWorker(),
    compressed,
  ],
  build: {
    // Inlined as data: URLs, scripts and fonts would violate the Content-Security-Policy.
    assetsInlineLimit: 0,
    // The service reads it to have browsers request a view's files at once.
    manifest: true,
    // Every browser with modules and top-level await.
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, because a slow network waits for each: the first load, the libraries that several views share,
          // the texts', and our own modules that the views share. The texts are loaded before the page runs, so they
          // must not import its chunk, as the views do.
          groups: [
            { name: 'page', tags: ['$initial'], test: NOT_THE_WORKER },
            { name: 'controls', minShareCount: 2, test: /[/]node_modules[/]/ },
            { name: 'texts', minShareCount: 2, test: /[/]apps[/]web[/]src[/]texts[/]/ },
            { name: 'views', minShareCount: 2, test: /[/]apps[/]web[/]src[/]/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: proxyTo('http://127.0.0.1:3000') },
})

/**
 * Puts the API behind the development server's own origin. The Host header stays as the browser sent it: the service
 * derives a login's callback from it, and the cookie of the login belongs to the same host.
 */
export function proxyTo(target: string): Record<string, ProxyOptions> {
  return Object.fromEntries([...API_PATHS, CARD_PATH].map((path) => [path, { target, changeOrigin: false }]))
}
