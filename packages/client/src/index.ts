export type { ChangeEvent } from './change-stream.ts'
export { createClient, type RegistryClient } from './client.ts'
export type { Mirror, MirroredUser, MirrorOptions } from './mirror.ts'
export type {
  CallOptions,
  ClientOptions,
  FindZonesOptions,
  SearchOptions,
  TimeOptions,
  WriteOptions,
} from './options.ts'
export { RegistryError, type RegistryErrorCode } from './registry-error.ts'
export type * from './wire.ts'
