import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('refuses several workers without what they must share', () => {
  const DATABASE_URL = 'postgres://localhost/registry'
  expect(() => loadConfig({ WORKERS: '2' })).toThrow('WORKERS above 1 needs DATABASE_URL')
  expect(loadConfig({ WORKERS: '2', DATABASE_URL }).workers).toBe(2)
})

test.for([
  // Only one process can use the embedded database.
  [{}, 8, 1],
  [{ DATABASE_URL: 'postgres://host/db' }, 8, 8],
  [{ DATABASE_URL: 'postgres://host/db' }, 1, 1],
  [{ DATABASE_URL: 'postgres://host/db' }, 32, 8],
  [{ DATABASE_URL: 'postgres://host/db', DATABASE_POOL_SIZE: '44' }, 32, 2],
  [{ DATABASE_URL: 'postgres://host/db', DATABASE_POOL_SIZE: '45' }, 32, 1],
  [{ DATABASE_URL: 'postgres://host/db', DATABASE_POOL_SIZE: '200' }, 32, 1],
  [{ DATABASE_URL: 'postgres://host/db', DATABASE_POOL_SIZE: '1' }, 128, 45],
] as const)('WORKERS=auto with %o on %i cores is %i', ([env, cpuCount, workers]) => {
  expect(loadConfig({ WORKERS: 'auto', ...env }, { cpuCount }).workers).toBe(workers)
})
