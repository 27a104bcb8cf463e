// Setting the viewer's profile picture, after uploading it to the object storage, and removing it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uploads } from '#shared/contracts/uploads.ts'
import { users } from '#shared/contracts/users.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { invalidateFeeds } from '#web/lib/query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export function useSetPicture(onProgress: (share: number) => void) {
  const apply = useApplyPicture()
  return useMutation({
    mutationFn: async (picture: File) => {
      const { uploadPicture } = await import('./upload-picture.ts')
      const profileImageURL = await uploadPicture(picture, onProgress)
      return call(uploads.setPicture, { body: { profileImageURL } })
    },
    onSuccess: ({ objectPath, isHeld }) => {
      // A held picture isn't shown yet; the page explains that below the picture.
      if (!isHeld) apply(objectPath)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      const isRefused = error instanceof ApiError && error.status === 403
      followOutcome(
        { ...accountOutcomes.pictureFailed, ...(isRefused && { saysServerMessage: true }) },
        error,
      )
    },
  })
}

/** Shows the initials again. */
export function useRemovePicture() {
  const apply = useApplyPicture()
  return useMutation({
    mutationFn: () => call(users.updateProfile, { body: { profileImageUrl: null } }),
    onSuccess: () => apply(null),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.profileFailed)
    },
  })
}

/** Updates everything that shows the viewer's picture. */
function useApplyPicture() {
  const client = useQueryClient()
  const { id } = useViewer()
  const { changeUser } = useAuth()
  return (profileImageUrl: string | null) => {
    changeUser((viewer) => ({ ...viewer, profileImageUrl }))
    followOutcome(outcomes.profileUpdated)
    // Signal cards show their author's picture.
    invalidateFeeds(client)
    for (const queryKey of [queryKeys.users, queryKeys.signalsOf(id)])
      void client.invalidateQueries({ queryKey })
  }
}
