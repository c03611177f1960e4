import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useTexts } from '../texts/use-texts.tsx'

/** What a person sees after they have erased everything. Takes the focus, because the dialog that had it is gone. */
export function Erased() {
  const { accountPage, failure } = useTexts()
  const { erase } = accountPage
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <div className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-success text-xl outline-none">
        {erase.done}
      </h3>
      <p className="max-w-prose">{erase.doneText}</p>
      <p>
        <Link href="/privacy" className="link">
          {erase.remains}
        </Link>
      </p>
      <Link href="/" className="button button-primary">
        {failure.home}
      </Link>
    </div>
  )
}
