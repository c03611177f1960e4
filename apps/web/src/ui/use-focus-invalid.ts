import { type RefObject, useEffect } from 'react'
import type { Failure } from './failure.ts'

/** Moves the focus to the first field that the service has refused. */
export function useFocusInvalid(form: RefObject<HTMLElement | null>, failure: Failure | undefined): void {
  const refused = Object.keys(failure?.fields ?? {}).join()
  useEffect(() => {
    if (refused === '') return
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus()
  }, [form, refused])
}
