import { useTexts } from '../texts/use-texts.tsx'
import { describeFailure, type Failure } from '../ui/failure.ts'

/** Why a request of the account page failed; undefined if it did not. */
export function useAccountFailure(error: unknown): Failure | undefined {
  const texts = useTexts()
  const failure = describeFailure(error, texts)
  if (failure?.code === 'unauthenticated') return { ...failure, message: texts.accountPage.expired }
  return failure
}
