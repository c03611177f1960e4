import { useMutation } from '@tanstack/react-query'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { retryUnlessAnswered } from '../ui/retry.ts'
import { saveFile } from '../ui/save-file.ts'

const FILE_NAME = 'timezone-registry.json'

/**
 * Fetches what is stored about the signed-in person and saves it. A plain link would save an error response as the
 * file.
 */
export function useDownload() {
  const queryClient = api.useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { body } = await queryClient.exportOwnData.fetchQuery({
        queryKey: queryKeys.ownData,
        staleTime: 0,
        gcTime: 0,
        retry: retryUnlessAnswered,
      })
      saveFile(JSON.stringify(body, null, 2), { name: FILE_NAME, type: 'application/json' })
    },
  })
}
