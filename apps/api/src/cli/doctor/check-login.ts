import type { Config } from '@timezone-registry/config'
import { discoverIssuer } from '../../access/login/openid-connect.ts'
import { IssuerMismatch } from '../../access/login/provider.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Checks the OpenID Connect issuer of a configuration, if it has one. */
export async function checkLogin({ login: { oidc } }: Config): Promise<Finding[]> {
  const name = 'login issuer'
  if (oidc === undefined) return []
  try {
    return [ok(name, `${await discoverIssuer(oidc)} answers`)]
  } catch (error) {
    const { cause, message } = error as Error
    if (cause instanceof IssuerMismatch)
      return [
        problem(
          name,
          `${cause.message}.`,
          'Set OIDC_ISSUER to the address by which the issuer names itself.',
        ),
      ]
    const reason = cause instanceof Error ? cause.message : message
    return [
      problem(
        name,
        `The issuer does not answer: ${reason}`,
        `Check OIDC_ISSUER: ${oidc.issuer} must serve /.well-known/openid-configuration. Until then, nobody can sign in there.`,
      ),
    ]
  }
}
