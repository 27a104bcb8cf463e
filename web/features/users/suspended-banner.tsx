// Says in the forms for name, username, bio and picture that a suspended person can only remove them.
import { longDate } from '#web/lib/money-and-dates.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Empty unless the viewer is suspended. */
export function SuspendedBanner() {
  const { suspension } = useViewer()
  if (!suspension) return null
  const { until, decisionId } = suspension
  return (
    <Banner tone="caution" title="You’re suspended">
      {until ? `Until ${longDate(new Date(until))}, you` : 'You'} can’t change your name, username, bio or
      picture. You can remove your name, bio and picture.{' '}
      <TextLink href={paths.appeal(decisionId)}>See why or appeal</TextLink>
    </Banner>
  )
}
