import type { Config } from '@timezone-registry/config'
import type { Problem } from '@timezone-registry/contract'
import { messageOf } from '@timezone-registry/db/database-error'
import { type Finding, ok, problem, warning } from './finding.ts'

const TIMEOUT_MS = 5000
const NAME = 'Discord commands'

/** Whether the running service answers at the address that Discord calls: an unsigned request is refused with 401. */
export async function checkDiscord({ discord, http: { publicUrl } }: Config): Promise<Finding[]> {
  if (discord === undefined) return []
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const unreachable = warning(
    NAME,
    'Discord calls only https:// addresses, and PUBLIC_URL is not one.',
    'Set PUBLIC_URL to the https:// address at which Discord can reach this service.',
  )
  return [
    ...(isHttps ? [] : [unreachable]),
    ...(publicUrl === undefined ? [] : [await checkAddress(`${publicUrl}/discord/interactions`)]),
  ]
}

async function checkAddress(url: string): Promise<Finding> {
  const advice = `Start the service with these settings, and let the proxy pass ${url} on unchanged.`
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: '{}', signal, redirect: 'manual' })
    const { status } = response
    const problemBody = (await response.json().catch(() => undefined)) as Partial<Problem> | null | undefined
    if (problemBody?.code === 'unauthenticated')
      return ok(NAME, `${url} answers; enter it as the interactions endpoint URL`)
    // As a proxy does that asks for a password.
    if (status === 401) return problem(NAME, `${url} answers with 401, but not from this service.`, advice)
    return problem(NAME, `${url} answers with ${status} instead of 401.`, advice)
  } catch (error) {
    const { cause = error } = error as Error
    return problem(NAME, `${url} does not answer: ${messageOf(cause)}`, advice)
  }
}
