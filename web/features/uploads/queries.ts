// The own picture: sent to the storage, then made the picture of the profile.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uploads } from '#shared/contracts/uploads.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { announce, outcomes } from '#web/lib/outcomes.ts'
import { readFeedsAgain } from '#web/lib/query.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'

export function useSetPicture(onProgress: (share: number) => void) {
  const client = useQueryClient()
  const { id } = useViewer()
  const { changeUser } = useAuth()
  return useMutation({
    mutationFn: async (picture: File) => {
      const { sendPicture } = await import('./send-picture.ts')
      const profileImageURL = await sendPicture(picture, onProgress)
      return call(uploads.setPicture, { body: { profileImageURL } })
    },
    onSuccess: ({ objectPath }) => {
      changeUser((own) => ({ ...own, profileImageUrl: objectPath }))
      announce(outcomes.profileUpdated)
      // Cards carry their author's picture.
      readFeedsAgain(client)
      for (const queryKey of [keys.users, keys.signalsOf(id)]) void client.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) announce(outcomes.pictureFailed)
    },
  })
}
