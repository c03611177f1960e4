import type { RouteMetadata } from '@timezone-registry/contract'
import compression from 'compression'
import type { Request, Response } from 'express'

/** A step of the pipeline: compresses the answers of the routes that are marked as large. */
export function createCompression() {
  const compress = compression()
  return (
    req: Request & { tsRestRoute: { metadata: RouteMetadata } },
    res: Response,
    next: (error?: unknown) => void,
  ): void => {
    if (req.tsRestRoute.metadata.isLarge) compress(req, res, next)
    else next()
  }
}
