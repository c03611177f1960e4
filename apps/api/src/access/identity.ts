import { cleanText, keyScopeSchema, userIdSchema, usernameSchema } from '@timezone-registry/contract'
import { z } from 'zod'
import { Forbidden, toInvalidInput, Unauthenticated } from '../errors.ts'

/**
 * The scopes of a key. `records:read:public` reads public records only; `records:read` also unlisted ones. A key that may
 * write can learn that a record exists. `admin` includes the others and sees private records.
 */
export const SCOPES = keyScopeSchema.options

export type Scope = (typeof SCOPES)[number]

/** A person who has signed in. */
export type Person = {
  provider: string
  /** Identifies the person together with `subject`. Without a slash at the end. */
  issuer: string
  subject: string
  /** The user whose record they may write. */
  userId: string
  username: string
  /** Discord's hash of the picture; other providers have none. */
  avatar: string | null
  /** The number at the end of older Discord names; `0` for newer ones. */
  discriminator: string | null
}

/** What is known of any person, whether they have signed in or use a command in Discord. */
type KnownPerson = Pick<Person, 'provider' | 'subject' | 'userId' | 'username'>

/** A person's session; `idHash` is the stored hash of its id. */
export type Session = { idHash: string; person: Person }

/** A program's key, without its secret. */
export type ApiKey = {
  id: number
  name: string
  scopes: readonly Scope[]
  /** Null where the service's limits apply. */
  writesPerMinute: number | null
  readsPerMinute: number | null
}

/** Who sent a request, as far as its route requires it. */
export type Identity =
  | { kind: 'anyone' }
  /**
   * `ownRecordOnly` is false in open mode, where anyone may write any record, and for an admin. `isAdmin` is set only where
   * an admin asks to act as one: they may then do what a key with the scope `admin` may, and nothing else.
   */
  | { kind: 'session'; session: Session; ownRecordOnly: boolean; isAdmin?: true }
  | { kind: 'key'; key: ApiKey }
  /** A person who uses a command in Discord, which vouches for them. */
  | { kind: 'discord'; person: KnownPerson }

export const ANYONE: Identity = { kind: 'anyone' }

/** The network that a request comes from. */
export type Network = {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  id: string
  /** For the log: the /24 of an IPv4 address or the /48 of an IPv6 address; undefined if unknown, or if the log has none. */
  logged?: string
}

export const UNKNOWN_NETWORK: Network = { id: 'unknown' }

/** The sender of a request, and its id in the log. */
export type Caller = { identity: Identity; network: Network; id: string }

/**
 * Checks credentials, which are invalid if `find` resolves to undefined, or rejects with `Unauthenticated` or `Forbidden`.
 * Rejects with `RateLimited`, without a check, for a network that has used up its failures for this minute.
 */
export type AttemptToAuthenticate = <Found>(network: Network, find: () => Promise<Found>) => Promise<Found>

const userSchema = z.object({ user_id: userIdSchema, username: usernameSchema })

/** Whose record a request sets, and their own session. Throws `Forbidden` for another's record, `InvalidInput` for nobody's. */
export function userToSet(
  identity: Identity,
  { user_id, username }: { user_id?: string | undefined; username?: string | undefined },
): { id: string; username: string; session?: string } {
  const own = ownRecord(identity, user_id)
  if (own !== undefined)
    return { id: own.userId, username: own.username, session: requireSession(identity).idHash }
  // Names from chat services are cleaned, as from a login provider. In open mode, where anyone sends them, they are refused.
  const cleaned =
    identity.kind === 'anyone' || username === undefined ? username : cleanText(username) || username
  const given = requireFields(userSchema, { user_id, username: cleaned })
  return { id: given.user_id, username: given.username }
}

/** The id of the user whose record a request changes or deletes. Throws as `userToSet` does. */
export function userIdToChange(identity: Identity, { user_id }: { user_id?: string | undefined }): string {
  return (
    ownRecord(identity, user_id)?.userId ??
    requireFields(userSchema.pick({ user_id: true }), { user_id }).user_id
  )
}

/** The session that a request was sent with. Throws `Unauthenticated` without one. */
export function requireSession(identity: Identity): Session {
  if (identity.kind !== 'session') throw new Unauthenticated('You are not signed in.')
  return identity.session
}

/** The person whom a request comes from; undefined if it comes from a program or an unknown caller. */
function personOf(identity: Identity): KnownPerson | undefined {
  if (identity.kind === 'session') return identity.session.person
  return identity.kind === 'discord' ? identity.person : undefined
}

/** The user id of a known person; undefined for anyone else. */
export function ownUserId(identity: Identity): string | undefined {
  return personOf(identity)?.userId
}

/** True if the operator has named this person an admin. */
export type IsAdmin = (person: Pick<Person, 'issuer' | 'subject'>) => boolean

/** `admins` are `provider:id` at the provider's present issuer: an earlier one may have given the same id to somebody else. */
export function createIsAdmin(
  admins: readonly string[],
  providers: readonly { id: string; issuer: string }[],
): IsAdmin {
  return ({ issuer, subject }) =>
    providers.some((own) => own.issuer === issuer && admins.includes(`${own.id}:${subject}`))
}

/** A person, in the wire format. */
export function toUser({ userId, username, provider, avatar, discriminator }: Person) {
  return { id: userId, username, provider, avatar, discriminator }
}

/** The caller's kind and id for the log, never a secret. */
export function describeCaller(identity: Identity): { kind: Identity['kind']; id?: string } {
  const { kind } = identity
  const person = personOf(identity)
  if (person !== undefined) return { kind, id: `${person.provider}:${person.subject}` }
  return identity.kind === 'key' ? { kind: 'key', id: String(identity.key.id) } : { kind: 'anyone' }
}

/** The signed-in person, if the request is about their own record. */
function ownRecord(identity: Identity, userId: string | undefined): Person | undefined {
  if (identity.kind !== 'session') return undefined
  const { person } = identity.session
  if (userId === undefined || userId === person.userId) return person
  if (identity.ownRecordOnly)
    throw new Forbidden('You can only change your own record: leave user_id out, or send your own.')
  return undefined
}

function requireFields<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(input)
  if (!success) throw toInvalidInput(error.issues)
  return data
}
