import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { cityMapping } from 'city-timezones'
import { defineConfig, type Plugin } from 'vite'

const API = 'http://127.0.0.1:3000'
const MIN_POPULATION = 100_000

export default defineConfig({
  plugins: [react(), tailwindcss(), cities(), oneZod()],
  build: {
    // Inlined as a data: URL, a script or a font would break the Content-Security-Policy.
    assetsInlineLimit: 0,
    // What every browser with modules and top-level await takes.
    target: 'es2022',
  },
  server: {
    // The API sees its own origin, not the development server's.
    proxy: Object.fromEntries(
      ['/v1', '/auth'].map((path) => [path, { target: API, changeOrigin: true, headers: { origin: API } }]),
    ),
  },
})

/** The names of big cities by zone: 16 KB of the 400 KB that `city-timezones` would bring (gzipped). */
function cities(): Plugin {
  const name = 'virtual:cities'
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}` ? `export const citiesByZone = ${JSON.stringify(citiesByZone())}` : undefined,
  }
}

// Enough for the schemas that `@ts-rest/core` makes of zod 3 and that nobody here looks at.
const ZOD_3 =
  'const z = new Proxy(() => z, { get: () => z }); class ZodError extends Error {} class ZodObject {}\n'

/** `@ts-rest/core` has a copy of zod 3 in it: 14 KB (gzipped) beside the zod 4 that the contract is written in. */
function oneZod(): Plugin {
  const copyEndsBefore = '// TODO: remove in next major version\n/** @deprecated use isStandardSchema */'
  return {
    name: 'one-zod',
    transform: (code, id) => {
      if (!id.endsWith('/@ts-rest/core/index.esm.mjs')) return undefined
      const end = code.indexOf(copyEndsBefore)
      if (!code.startsWith('var util;') || end < 0)
        throw new Error('@ts-rest/core has changed: look at it again')
      return `${ZOD_3}${code.slice(end)}`
    },
  }
}

type City = { city_ascii: string; pop: number; timezone: string | null }

function citiesByZone(): Record<string, string[]> {
  const big = (cityMapping as City[])
    .filter(({ pop }) => pop >= MIN_POPULATION)
    .toSorted((a, b) => b.pop - a.pop)
  const byZone = Object.groupBy(big, ({ timezone }) => timezone ?? '')
  return Object.fromEntries(
    Object.entries(byZone)
      .filter(([zone]) => zone !== '')
      .map(([zone, found]) => [zone, [...new Set(found?.map(({ city_ascii }) => city_ascii))]]),
  )
}
