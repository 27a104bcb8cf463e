// Stops an email, for the link in its last line. A button does it, because mail scanners open links
// too.
import { useMutation } from '@tanstack/react-query'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { ALERT_EMAILS_ENDED, type AlertEmailKind } from '#shared/emails/unsubscribe.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DeadLink, LinkPage } from './link-page.tsx'

export default function UnsubscribePage() {
  useTitleAndFocus('Unsubscribe')
  return (
    <LinkPage>
      <Content />
    </LinkPage>
  )
}

/** What an alert email's link unsubscribes from; null for the links of other emails. */
function endedBy(token: string): string | null {
  const [first, kind = ''] = token.split('.')
  if (first !== 'alerts') return null
  return kind in ALERT_EMAILS_ENDED ? ALERT_EMAILS_ENDED[kind as AlertEmailKind] : 'these emails'
}

function Content() {
  const token = useLinkToken('token')
  const ended = endedBy(token)
  const leave = useMutation({ mutationFn: () => call(waitlist.unsubscribe, { body: { token } }) })
  const goOn = (
    <Button asChild variant="outline">
      <a href={paths.feed}>Go to {PRODUCT_NAME}</a>
    </Button>
  )
  if (leave.data)
    return (
      <Card role="status">
        <EmptyState level={1} title="You’re unsubscribed" action={goOn}>
          {ended !== null
            ? `We won’t send you ${ended} again. Your alerts are still in the app.`
            : 'We deleted your address from the waitlist, and we won’t email it about the launch again.'}
        </EmptyState>
      </Card>
    )
  if (leave.error instanceof ApiError && leave.error.status === 404)
    return (
      <DeadLink message={messageOf(leave.error) ?? 'This link doesn’t work.'} action={goOn}>
        The link is in the last lines of the email.
      </DeadLink>
    )
  return (
    <>
      <h1 className="text-heading font-strong">Unsubscribe</h1>
      <Card className="grid gap-5">
        <p className="text-pretty text-ink-2">
          {ended !== null
            ? `You’ll stop getting ${ended}. Your alerts stay in the app, and you’ll still get emails about your payments and security.`
            : `We delete your address from the waitlist and stop emailing it about the launch of ${PRODUCT_NAME}. If the email has an invitation, it still works.`}
        </p>
        {leave.error && (
          <Banner tone="loss" role="alert">
            {messageOf(leave.error) ?? 'That didn’t work. Try again.'}
          </Banner>
        )}
        <Button block pending={leave.isPending} pendingLabel="One moment..." onClick={() => leave.mutate()}>
          Unsubscribe
        </Button>
      </Card>
    </>
  )
}
