import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure, type Failure } from '../ui/failure.ts'

/**
 * Why a request of the account page failed; undefined if it did not. Unlike elsewhere, the message does not say that
 * input is kept, because there is none.
 */
export function useAccountFailure(error: unknown): Failure | undefined {
  const texts = useTexts()
  const { noAnswer, expired } = texts.accountPage
  const failure = describeFailure(error, texts)
  if (failure?.code === 'no_answer') return { ...failure, message: noAnswer }
  if (failure?.code === 'unauthenticated') return { ...failure, message: expired }
  return failure
}
