// The viewer's own profile, with links to edit it and to Creator Mode, and rows for the places that phones have no tab for.
import { isSetupDone, nextSetupPath } from '#web/features/creators/setup.ts'
import { PublicPerformance } from '#web/features/portfolio/performance/public-performance.tsx'
import { TrackRecord } from '#web/features/record/track-record.tsx'
import { CardOutcome } from '#web/features/record/outcome.tsx'
import { RecentSignals } from '#web/features/signals/feeds.tsx'
import { ProfileHead } from '#web/features/users/profile-head.tsx'
import { useDialogHref, useWasOpened } from '#web/lib/dialog-address.ts'
import { lazyWithPrefetch, usePrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { useViewer } from '#web/lib/session.tsx'
import { ShareButton } from '#web/lib/share-button.tsx'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'

// Only creators need it, and it is larger than the rest of this page.
const importPayouts = () => import('#web/features/creators/payouts-notice.tsx')
const ProfilePayouts = lazyWithPrefetch(async () => ({ default: (await importPayouts()).ProfilePayouts }), {
  errorFallback: ErrorCard,
})
const FinishSetup = lazyWithPrefetch(async () => ({ default: (await importPayouts()).FinishSetup }), {
  errorFallback: () => null,
})
// The fallback is as high as its five rows; a creator has six.
const OwnPlaces = lazyWithPrefetch(() => import('#web/features/users/own-places.tsx'), {
  fallback: <div className="min-h-72" />,
  errorFallback: ErrorCard,
})
const SuspensionNotice = lazyWithPrefetch(() => import('#web/features/safety/suspension-notice.tsx'), {
  fallback: <div className="min-h-33" />,
  errorFallback: () => null,
})
const EditProfile = lazyWithPrefetch(() => import('./edit-profile.tsx'))

export default function OwnProfile() {
  const viewer = useViewer()
  const signalDialog = useDialogHref('signal')
  const isEditing = useWasOpened('edit-profile')
  usePrefetch('dialog=edit-profile', EditProfile.prefetch)
  return (
    <>
      {viewer.isCreator && <ProfilePayouts />}
      <ProfileHead person={viewer} actions={<OwnActions />} />
      <OwnPlaces />
      {viewer.suspension && (
        <SuspensionNotice suspension={viewer.suspension} isCreator={viewer.isCreator} isOwn />
      )}
      {viewer.isCreator && (
        <PublicPerformance person={viewer} note={visibilityNote(viewer.isPublic)} hideHoldings />
      )}
      <TrackRecord person={viewer} />
      <RecentSignals
        Outcome={CardOutcome}
        userId={viewer.id}
        empty={
          <Card>
            <EmptyState
              action={
                viewer.isCreator && (
                  <Button asChild variant="outline">
                    <a href={nextSetupPath(viewer) ?? signalDialog}>
                      <span aria-hidden="true">📡</span> New signal
                    </a>
                  </Button>
                )
              }
            >
              You haven't posted any signals yet. Share your first trade idea!
            </EmptyState>
          </Card>
        }
      />
      {isEditing && <EditProfile />}
    </>
  )
}

const visibilityNote = (isPublic: boolean) =>
  isPublic
    ? 'What others see. Subscribers also see your holdings as percentages.'
    : 'Your profile is private: only subscribers see this, and your holdings as percentages.'

function OwnActions() {
  const viewer = useViewer()
  const editDialog = useDialogHref('edit-profile')
  return (
    <>
      <Button asChild variant="outline">
        <a href={editDialog}>Edit Profile</a>
      </Button>
      {viewer.isCreator ? (
        <>
          <Button asChild variant="outline">
            <a href={paths.subscriptions}>Manage Subscriptions</a>
          </Button>
          {!isSetupDone(viewer) && <FinishSetup />}
        </>
      ) : (
        <Button asChild variant="soft">
          <a href={paths.creatorSubscribe}>Enable Creator Mode</a>
        </Button>
      )}
      <div className="flex-none! self-center">
        <ShareButton
          path={publicPaths.person(viewer.username)}
          title={`Record of @${viewer.username}`}
          label="Share your record"
        />
      </div>
    </>
  )
}
