import { defineConfig } from 'vitest/config'

const MEASUREMENTS = ['overload.test.ts', 'stalled-readers.test.ts']

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      // Faults mostly wait, so two clusters run in parallel.
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['**/*.test.ts'],
          exclude: ['node_modules/**', ...MEASUREMENTS],
          maxWorkers: 2,
        },
      },
      // Their measurements assume an otherwise idle machine.
      {
        extends: true,
        test: {
          name: 'measurements',
          include: MEASUREMENTS,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
