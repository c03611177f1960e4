import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useAccountText } from '../texts/use-text.tsx'

/** What a person sees after they have erased everything. Takes the focus, because the dialog that had it is gone. */
export function Erased() {
  const t = useAccountText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <div className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-success text-xl outline-none">
        {t('accountPage.erase.done')}
      </h3>
      <p className="max-w-prose">{t('accountPage.erase.doneText')}</p>
      <p>
        <Link href="/privacy" className="link">
          {t('accountPage.erase.remains')}
        </Link>
      </p>
      <Link href="/" className="button button-primary">
        {t('failure.home')}
      </Link>
    </div>
  )
}
