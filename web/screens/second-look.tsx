// Asks for another look at a subject that was left as it is after a report without an account. Opened by the link in an
// email.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notices } from '#shared/contracts/notices.ts'
import { APPEAL_DAYS } from '#shared/limits.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { AskedLook, Reported } from '#web/features/safety/appeal-form.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { Loading, SignalRowSkeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { DeadLink, LinkPage } from './link-page.tsx'

export default function SecondLook() {
  useTitleAndFocus('Your report')
  return (
    <LinkPage>
      <Content />
    </LinkPage>
  )
}

function Content() {
  const token = useLinkToken('token')
  const client = useQueryClient()
  const queryKey = ['second-look', token]
  const link = useQuery({ queryKey, queryFn: () => call(notices.checkLink, { body: { token } }) })
  const send = useMutation({
    mutationFn: (text: string) => call(notices.askForLook, { body: { token, text } }),
    onSuccess: (notice) => {
      client.setQueryData(queryKey, notice)
      showToast({ title: 'Sent', description: 'We’ll email you the answer.' })
    },
    onError: (error) => {
      followOutcome(failure('Error', 'Couldn’t send this. Try again.'), error)
      // Another tab sent the request, or the time to ask ended in the meantime.
      void link.refetch()
    },
  })
  const { data, error } = link
  if (error instanceof ApiError && (error.problem.code ?? '').startsWith('look_'))
    return (
      <DeadLink
        message={messageOf(error) ?? 'This link doesn’t work.'}
        action={
          <Button asChild variant="outline">
            <a href={paths.feed}>Go to {PRODUCT_NAME}</a>
          </Button>
        }
      >
        {error.problem.code === 'look_ended'
          ? `You can ask once, for ${APPEAL_DAYS} days after our decision.`
          : 'The link is in the email about our decision.'}
      </DeadLink>
    )
  return (
    <>
      <h1 className="text-heading font-strong">Your report</h1>
      {data ? (
        <>
          <Reported
            {...data}
            subject={data.subject.charAt(0).toUpperCase() + data.subject.slice(1)}
            outcome={`Reviewed ${longDate(data.decidedAt)}: no action.`}
          >
            <h2 className="mt-2 text-lead font-strong">Why we left it</h2>
            <p className="wrap-anywhere whitespace-pre-line">{data.facts}</p>
          </Reported>
          <AskedLook
            look={data.look}
            askUntil={data.askUntil}
            isPending={send.isPending}
            onSend={(text) => send.mutate(text)}
          />
          <p className="text-small text-ink-2">You can also turn to an out-of-court body or a court.</p>
        </>
      ) : error ? (
        <ErrorCard
          message={messageOf(error) ?? 'Couldn’t check your link.'}
          onRetry={() => void link.refetch()}
        />
      ) : (
        <Loading label="Loading your report">
          <SignalRowSkeleton />
        </Loading>
      )}
    </>
  )
}
