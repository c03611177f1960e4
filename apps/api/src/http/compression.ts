import compression from 'compression'
import type { RouteStep } from './steps.ts'

/** Compresses the responses of routes that are marked as large. */
export function createCompression(): RouteStep {
  const compress = compression()
  return (req, res) => {
    if (req.tsRestRoute.metadata.isLarge) compress(req, res, () => {})
  }
}
