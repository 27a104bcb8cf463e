// A creator's performance on the own profile, as others see it.
import { PublicPerformance } from '#web/features/portfolio/performance/public-performance.tsx'
import { useViewer } from '#web/lib/session.tsx'

export default function OwnPerformance() {
  const viewer = useViewer()
  return <PublicPerformance person={viewer} note={visibilityNote(viewer.isPublic)} hideHoldings />
}

const visibilityNote = (isPublic: boolean) =>
  `What others see${isPublic ? '' : ' if they subscribe, as your profile is private'}. Subscribers also see your holdings, in percent.`
