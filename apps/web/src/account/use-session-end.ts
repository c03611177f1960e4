import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetAnswers } from '../offline/kept-answers.ts'
import { forgetPeople } from '../selection/kept-people.ts'
import { createStored } from '../ui/stored.ts'
import type { Account } from './use-account.ts'

/** Who was signed in last; null where nobody is. */
const session = createStored('timezone-registry:session', (id) => (typeof id === 'string' ? id : null))

/**
 * Removes what this browser keeps of people once the session in which it may have been read has ended, here, in another tab
 * or by itself.
 */
export function useSessionEnd({ user, isSignedOut }: Account): void {
  const queryClient = useQueryClient()
  const id = user?.id ?? null
  useEffect(() => {
    const before = session.get()
    if ((id === null && !isSignedOut) || before === id) return
    session.change(() => id)
    if (before === null) return
    forgetPeople()
    void forgetAnswers()
    void queryClient.resetQueries({ queryKey: ['records'] })
  }, [id, isSignedOut, queryClient])
}
