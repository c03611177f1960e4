import { useLocationProperty } from 'wouter/use-browser-location'
import { useText } from '../texts/use-text.tsx'
import { PersonIcon } from '../ui/icons.tsx'
import { returnAddress } from './pending-login.ts'
import type { Account } from './use-account.ts'

type SignInButtonsProps = { providers: Account['providers'] }

/** One link per provider. The login returns to the current address. */
export function SignInButtons({ providers }: SignInButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <SignInLinks providers={providers} className="button button-primary" />
    </div>
  )
}

type SignInLinksProps = SignInButtonsProps & {
  className: string
  isInHeader?: boolean
  /** What a provider's link says; by default that one signs in. */
  label?: (provider: string) => string
  /** Path and query to which the login returns; by default the current ones. */
  redirect?: string
  onSignIn?: () => void
}

/** The links alone, for a place with its own styling. In the header, phones show an icon instead of the text. */
export function SignInLinks(props: SignInLinksProps) {
  const t = useText()
  const {
    providers,
    className,
    isInHeader = false,
    onSignIn,
    label = (provider: string) => t('account.signIn', { provider }),
  } = props
  const address = useLocationProperty(() => returnAddress())
  const redirect = encodeURIComponent(props.redirect ?? address)
  return providers.map(({ id, name }) => (
    <a
      key={id}
      className={className}
      href={`/auth/${encodeURIComponent(id)}?redirect=${redirect}`}
      aria-label={isInHeader ? label(name) : undefined}
      onClick={onSignIn}
    >
      {isInHeader && (
        <span className="sm:hidden">
          <PersonIcon />
        </span>
      )}
      {isInHeader ? <span className="max-sm:hidden">{t('account.signInMenu')}</span> : label(name)}
    </a>
  ))
}

/** Asks for a login where only signed-in people can look others up; renders nothing elsewhere. */
export function SignInToRead({ account }: { account: Account }) {
  const t = useText()
  if (!account.needsLoginToRead || account.isLoading) return null
  return (
    <div className="mb-4 space-y-3">
      <p>{t('account.signInToRead')}</p>
      <SignInButtons providers={account.providers} />
    </div>
  )
}
