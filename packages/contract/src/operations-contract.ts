import { healthSchema, livenessSchema, openApiDocumentSchema, readinessSchema } from './health.ts'
import { c, notModified, type RouteMetadata } from './route-policy.ts'
import { servicePrivacySchema } from './service-privacy.ts'

/** The routes for operators, probes and tools. */
export const operationsRoutes = c.router({
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    description: 'OpenAPI 3.1.',
    responses: { 200: openApiDocumentSchema, ...notModified },
    metadata: {
      auth: 'anyone',
      limit: 'reads',
      cacheControl: 'no-cache',
      isLarge: true,
    } satisfies RouteMetadata,
  },
  getPrivacy: {
    method: 'GET',
    path: '/privacy.json',
    summary: 'What the service does with people’s data',
    description: 'What is stored and logged, for how long, and who sees it, from the configuration.',
    responses: { 200: servicePrivacySchema, ...notModified },
    metadata: { auth: 'anyone', limit: 'reads', cacheControl: 'no-cache' } satisfies RouteMetadata,
  },
  getHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Health of the service and its dependencies',
    description:
      '200 `degraded` when only Redis is down, because the service works without it, or when the disk of the database is full; 503 when the database is down.',
    responses: { 200: healthSchema, 503: healthSchema },
    metadata: { auth: 'anyone', limit: 'none', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  getLiveness: {
    method: 'GET',
    path: '/livez',
    summary: 'Whether the process is running',
    description: 'Touches no dependency.',
    responses: { 200: livenessSchema },
    metadata: { auth: 'anyone', limit: 'none', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    summary: 'Whether this instance accepts requests',
    description: '503 while the database is down, and from the start of a shutdown.',
    responses: { 200: readinessSchema },
    metadata: { auth: 'anyone', limit: 'none', cacheControl: 'no-store' } satisfies RouteMetadata,
  },
})
