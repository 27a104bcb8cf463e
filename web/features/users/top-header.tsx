// The header of a signed-in person: logo or back button, the button that posts a signal, and their avatar.
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { headerInitials } from '#shared/rules/people.ts'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { goBack } from '#web/lib/navigation.ts'
import { useOfflineNotice } from '#web/lib/online.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Count } from '#web/ui/count.tsx'
import { PostSignalButton } from '#web/ui/post-signal-button.tsx'
import { HeaderBack, HeaderBar, HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OfflineStrip } from '#web/ui/offline-banner.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { ViewerAvatar } from './viewer.tsx'

type TopHeaderProps = {
  back?: boolean
  /** The search: a field, or on phones the button that opens its sheet. */
  search?: ReactNode
}

export function TopHeader({ back = false, search }: TopHeaderProps) {
  const viewer = useViewer()
  const offlineNotice = useOfflineNotice()
  const signalDialog = useDialogHref('signal')
  return (
    <HeaderBar
      left={
        back ? (
          <HeaderBack
            href={paths.feed}
            onClick={(event) => {
              event.preventDefault()
              goBack()
            }}
          />
        ) : (
          // From 768 px, the rail has the logo.
          <HeaderLink href={paths.feed} className="justify-items-start">
            <Logo wordClassName="max-xs:hidden" />
          </HeaderLink>
        )
      }
      isLeftForPhones={!back}
      search={search}
      notice={<OfflineStrip>{offlineNotice}</OfflineStrip>}
      right={
        <>
          <HeaderLink href={paths.alerts} className="relative" aria-label={alertsLabel(viewer.alerts.unseen)}>
            <Bell className="icon" />
            {viewer.alerts.unseen > 0 && (
              <Count of={viewer.alerts.unseen} className="absolute top-0.5 left-1/2" />
            )}
          </HeaderLink>
          <Tooltip text="Share Investment Signal" side="bottom">
            <PostSignalButton href={nextSetupPath(viewer) ?? signalDialog} label="Share Investment Signal" />
          </Tooltip>
          <Tooltip text="Your profile" side="bottom">
            {/* People who use voice control say what they see: the initials, if there is no picture. */}
            <HeaderLink
              href={paths.ownProfile}
              // The bar at the bottom has the same link.
              className="max-tight:hidden"
              aria-label={viewer.profileImageUrl ? 'Your profile' : `Your profile, ${headerInitials(viewer)}`}
            >
              <ViewerAvatar />
            </HeaderLink>
          </Tooltip>
        </>
      }
    />
  )
}

const alertsLabel = (unseen: number) => (unseen > 0 ? `Alerts, ${unseen} new` : 'Alerts')
