import { type AccountTexts, accountEn } from '../texts/account-en.ts'
import { useTexts, useViewTexts } from '../texts/use-texts.tsx'
import { describeFailure, type Failure } from '../ui/failure.ts'

/** The texts of the account page in the chosen language. */
export function useAccountTexts(): AccountTexts {
  return useViewTexts('account', accountEn)
}

/**
 * Why a request of the account page failed; undefined if it did not. Unlike elsewhere, the message does not say that
 * input is kept, because there is none.
 */
export function useAccountFailure(error: unknown): Failure | undefined {
  const { noAnswer, expired } = useAccountTexts()
  const failure = describeFailure(error, useTexts())
  if (failure?.code === 'no_answer') return { ...failure, message: noAnswer }
  if (failure?.code === 'unauthenticated') return { ...failure, message: expired }
  return failure
}
