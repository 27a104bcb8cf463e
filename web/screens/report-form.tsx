// Reports something without an account: /report, and /report?form=picture for intimate pictures.
import { NoticeForm } from '#web/features/safety/notice-form.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { LinkPage } from './link-page.tsx'
import { WaysIn } from './public/frame.tsx'

export default function ReportForm() {
  useTitleAndFocus('Report something')
  return (
    <LinkPage right={<WaysIn signupMode="waitlist" />}>
      <NoticeForm />
    </LinkPage>
  )
}
