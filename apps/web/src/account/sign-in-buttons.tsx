import { useTexts } from '../texts/use-texts.tsx'
import type { Account } from './use-account.ts'

type SignInButtonsProps = { providers: Account['providers']; isSmall?: boolean }

/** One link per provider. The login returns to the current address. */
export function SignInButtons({ providers, isSmall = false }: SignInButtonsProps) {
  const texts = useTexts()
  const redirect = encodeURIComponent(currentAddress())
  return (
    <div className="flex flex-wrap gap-2">
      {providers.map(({ id, name }) => (
        <a
          key={id}
          className={`button ${isSmall ? 'button-plain button-small' : 'button-primary'}`}
          href={`/auth/${encodeURIComponent(id)}?redirect=${redirect}`}
        >
          {texts.account.signIn(name)}
        </a>
      ))}
    </div>
  )
}

/** Path and query, without the outcome of an earlier login. */
function currentAddress(): string {
  const url = new URL(location.href)
  url.searchParams.delete('login_error')
  return url.pathname + url.search
}
