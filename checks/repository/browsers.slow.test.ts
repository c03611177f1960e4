import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, Identifier } from '@mdn/browser-compat-data'
import { expect, test } from 'vitest'
import { OLDEST_BROWSERS } from '../../apps/web/build/oldest-browsers.ts'

const data: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')
const ASSETS = new URL('../../apps/web/dist/assets/', import.meta.url)

// Whose methods are called on values. Other objects share names with functions of the page and its libraries.
const COMMON = ['Array', 'Date', 'Map', 'Set', 'String', 'Uint8Array']

/** The calls in a built script that one of the oldest browsers does not know: of functions of globals, and of common methods. */
function findUnknownCalls(script: string): string[] {
  const { api = {}, javascript } = data
  const { builtins = {} } = javascript ?? {}
  const statics = [...featuresOf(builtins), ...featuresOf(api)].map(({ name, member, isKnown }) => ({
    call: `${name}.${member.replace('_static', '')}(`,
    isKnown,
  }))
  const methods = featuresOf(builtins)
    .filter(({ name }) => COMMON.includes(name))
    .map(({ member, isKnown }) => ({ call: `.${member}(`, isKnown }))
  // Zod's takes a list, a set's takes a set.
  const code = script.replaceAll('.union([', '')
  return [...statics, ...methods]
    .filter(({ call, isKnown }) => !isKnown && code.includes(call))
    .map(({ call }) => call)
}

function featuresOf(objects: Identifier) {
  return Object.entries(objects).flatMap(([name, object]) =>
    Object.entries(object as Identifier).flatMap(([member, feature]) =>
      member === '__compat' ? [] : [{ name, member, isKnown: isKnown(feature as Identifier) }],
    ),
  )
}

function isKnown({ __compat }: Identifier): boolean {
  return Object.entries(OLDEST_BROWSERS).every(([browser, oldest]) => {
    const support = __compat?.support[browser as keyof typeof __compat.support]
    const { version_added: since } = (Array.isArray(support) ? support[0] : support) ?? {}
    return typeof since === 'string' && Number.parseFloat(since.replace('≤', '')) <= oldest
  })
}

test('the page calls nothing that the oldest browsers it supports do not know', () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  const calls = scripts.flatMap((file) => findUnknownCalls(readFileSync(new URL(file, ASSETS), 'utf8')))
  expect([...new Set(calls)]).toEqual([])
})

test('calls that they do not know are found', () => {
  expect(findUnknownCalls('a=Math.sumPrecise(b),c.toHex(),Map.groupBy(d,e),AbortSignal.any([f])')).toEqual([
    'Math.sumPrecise(',
    '.toHex(',
  ])
})
