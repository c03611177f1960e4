import { useState } from 'react'
import { api } from '../api.ts'
import { retryUnlessAnswered } from '../ui/retry.ts'
import { saveFile } from '../ui/save-file.ts'

const FILE_NAME = 'timezone-registry.json'

type Download = { state: 'idle' | 'pending' | 'done' | 'failed'; error?: unknown }

/**
 * Fetches what is stored about the signed-in person and saves it. A plain link would save an error response as the
 * file.
 */
export function useDownload() {
  const queryClient = api.useQueryClient()
  const [download, setDownload] = useState<Download>({ state: 'idle' })

  async function start() {
    if (download.state === 'pending') return
    setDownload({ state: 'pending' })
    try {
      const { body } = await queryClient.exportOwnData.fetchQuery({
        queryKey: ['own-data'],
        staleTime: 0,
        gcTime: 0,
        retry: retryUnlessAnswered,
      })
      saveFile(JSON.stringify(body, null, 2), { name: FILE_NAME, type: 'application/json' })
      setDownload({ state: 'done' })
    } catch (error) {
      setDownload({ state: 'failed', error })
    }
  }

  return { ...download, start }
}
