// The own picture: sent to the storage, then made the picture of the profile; and taken off it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'

export function useSetPicture(onProgress: (share: number) => void) {
  const show = useShownPicture()
  return useMutation({
    mutationFn: async (picture: File) => {
      const { sendPicture } = await import('./send-picture.ts')
      const profileImageURL = await sendPicture(picture, onProgress)
      return call(uploads.setPicture, { body: { profileImageURL } })
    },
    onSuccess: ({ objectPath }) => show(objectPath),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.pictureFailed)
    },
  })
}

/** Leaves the initials. */
export function useRemovePicture() {
  const show = useShownPicture()
  return useMutation({
    mutationFn: () => call(users.updateProfile, { body: { profileImageUrl: null } }),
    onSuccess: () => show(null),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.profileFailed)
    },
  })
}

/** What is to be done once the own picture is another one, or none. */
function useShownPicture() {
  const client = useQueryClient()
  const { id } = useViewer()
  const { changeUser } = useAuth()
  return (profileImageUrl: string | null) => {
    changeUser((own) => ({ ...own, profileImageUrl }))
    followOutcome(outcomes.profileUpdated)
    // Cards carry their author's picture.
    invalidateFeeds(client)
    for (const queryKey of [keys.users, keys.signalsOf(id)]) void client.invalidateQueries({ queryKey })
  }
}
