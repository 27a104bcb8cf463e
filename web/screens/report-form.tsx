// Reports something: /report, and /report?form=picture for intimate pictures. Works without an account.
import { NoticeForm } from '#web/features/safety/notice-form.tsx'
import { useAuth } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { Column } from '#web/ui/page.tsx'
import { LinkPage } from './link-page.tsx'
import { WaysIn } from './public/frame.tsx'

/** Inside the shell for members, else with a plain header. */
export default function ReportForm() {
  useTitleAndFocus('Report something')
  const { user } = useAuth()
  if (user?.deletedAt === null)
    return (
      <Column>
        <NoticeForm />
      </Column>
    )
  return (
    <LinkPage right={!user && <WaysIn signupMode="waitlist" />}>
      <NoticeForm />
    </LinkPage>
  )
}
