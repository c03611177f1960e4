import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Plugin } from 'vite'

const MARK = fileURLToPath(new URL('../public/favicon.svg', import.meta.url))
const RENDERER = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
const MANIFEST = 'manifest.webmanifest'
// Fills the margin of an icon that launchers crop, and the background of one that must not be transparent.
const BACKGROUND = '#f8fafc'
// Launchers may crop everything outside a circle of 80 % of the width.
const MASKABLE_SCALE = 0.7

const ICONS = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable' },
  { file: 'apple-touch-icon.png', size: 180, purpose: undefined },
] as const

/** Makes the page installable: a web app manifest, and its icons drawn from the mark in `public/favicon.svg`. */
export function installable(): Plugin {
  let ready: Promise<void> | undefined
  return {
    name: 'installable',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'link', injectTo: 'head', attrs: { rel: 'manifest', href: `/${MANIFEST}` } },
      { tag: 'link', injectTo: 'head', attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' } },
    ],
    async buildStart() {
      // In watch mode, this hook runs for every build.
      ready ??= initWasm(readFileSync(RENDERER))
      await ready
    },
    generateBundle() {
      const mark = readFileSync(MARK, 'utf8')
      for (const { file, size, purpose } of ICONS)
        this.emitFile({ type: 'asset', fileName: file, source: draw(mark, size, purpose === 'any') })
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(createManifest()) })
    },
  }
}

/** A square PNG of the mark, with a background and a margin unless `isPlain`. */
function draw(mark: string, size: number, isPlain: boolean): Uint8Array {
  const inner = isPlain ? size : size * MASKABLE_SCALE
  const margin = (size - inner) / 2
  const href = `data:image/svg+xml;base64,${Buffer.from(mark).toString('base64')}`
  const background = isPlain ? '' : `<rect width="${size}" height="${size}" fill="${BACKGROUND}"/>`
  const image = `<image x="${margin}" y="${margin}" width="${inner}" height="${inner}" href="${href}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${background}${image}</svg>`
  return new Resvg(svg).render().asPng()
}

function createManifest() {
  return {
    id: '/',
    name: 'Timezone Registry',
    short_name: 'Timezones',
    description: 'Set your time zone once. Your friends’ apps show your local time.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    icons: ICONS.filter(({ purpose }) => purpose !== undefined).map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  }
}
