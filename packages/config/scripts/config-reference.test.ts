import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { environmentSchema, loadConfig } from '../src/config.ts'
import { configReference, envExample } from './config-reference.ts'

const EXAMPLE = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
const REFERENCE = readFileSync(new URL('../../../docs/operations/configuration.md', import.meta.url), 'utf8')

describe('.env.example', () => {
  const lines = [...EXAMPLE.matchAll(/^#? ?([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )

  test('names every variable that the service knows, in the same order, and no other', () => {
    expect(lines.map(([name]) => name)).toEqual(Object.keys(environmentSchema.shape))
  })

  test('and the configuration reference are up to date; `npm run config:reference` writes them', () => {
    expect(EXAMPLE).toBe(envExample())
    expect(REFERENCE.slice(REFERENCE.indexOf('## '))).toBe(configReference())
  })

  test('describes every variable', () => {
    for (const [name, schema] of Object.entries(environmentSchema.shape))
      expect(schema.description, name).toMatch(/\.$/)
  })

  test('shows the real defaults: setting all of them changes nothing', () => {
    const withDefault = lines.filter(([, value]) => value !== '')
    expect(withDefault.length).toBeGreaterThan(10)
    expect(loadConfig(Object.fromEntries(withDefault))).toEqual(loadConfig({}))
  })
})
