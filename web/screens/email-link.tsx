// Verifies an email, confirms a new one, or stops or undoes a change, for the link in an email. A button does it,
// because mail scanners open links too.
import { useMutation, useQuery } from '@tanstack/react-query'
import { email } from '#shared/contracts/email.ts'
import type { Reply } from '#shared/endpoint.ts'
import { EMAIL_LINK_HOURS, EMAIL_REVERT_DAYS } from '#shared/limits.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import { useAuth } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { DeadLink, LinkPage } from './link-page.tsx'

type Link = Reply<typeof email.checkLink>

const WORDS: Record<Link['action'], { title: string; button: string; done: string }> = {
  verify: { title: 'Verify your email', button: 'Verify email', done: 'Your email is verified' },
  change: { title: 'Confirm your new email', button: 'Confirm email', done: 'Your email is changed' },
  revert: { title: 'Undo the change of email', button: 'Undo the change', done: 'The change is undone' },
  stop: { title: 'Stop the change of email', button: 'Stop the change', done: 'The change is stopped' },
}

export default function EmailLinkPage() {
  const isRevert = location.pathname === paths.revertEmail
  useTitleAndFocus(WORDS[isRevert ? 'revert' : 'verify'].title)
  return (
    <LinkPage>
      <Content isRevert={isRevert} />
    </LinkPage>
  )
}

function Content({ isRevert }: { isRevert: boolean }) {
  const token = useLinkToken('token')
  const { isAuthenticated, reload } = useAuth()
  const link = useQuery({
    queryKey: ['email-link', token],
    queryFn: () => call(email.checkLink, { body: { token } }),
    // The link is checked before the button is pressed. A later check would report that it was used.
    staleTime: Infinity,
  })
  const open = useMutation({
    mutationFn: () => call(email.openLink, { body: { token } }),
    onSuccess: reload,
  })
  if (open.data) return <Done link={open.data} />
  const error = open.error ?? link.error
  if (error instanceof ApiError && (error.problem.code ?? '').startsWith('link_'))
    return (
      <DeadLink
        message={error.problem.message ?? 'This link doesn’t work.'}
        action={
          <Button asChild variant="outline">
            {isAuthenticated ? (
              <a href={paths.settingsSection('account')}>Go to your settings</a>
            ) : (
              <a href={paths.signIn}>Sign in</a>
            )}
          </Button>
        }
      >
        Each link works once, for{' '}
        {isRevert
          ? `${EMAIL_LINK_HOURS} hours before a change of email and ${EMAIL_REVERT_DAYS} days after it`
          : `${EMAIL_LINK_HOURS} hours`}
        .
      </DeadLink>
    )
  const { title, button } = WORDS[link.data?.action ?? (isRevert ? 'revert' : 'verify')]
  return (
    <>
      <h1 className="text-heading font-strong">{title}</h1>
      {link.data ? (
        <Card className="grid gap-5">
          <p className="text-pretty wrap-anywhere text-ink-2">{whatItDoes(link.data)}</p>
          {open.error && (
            <Banner tone="loss" role="alert">
              {messageOf(open.error) ?? 'That didn’t work. Try again.'}
            </Banner>
          )}
          <Button block pending={open.isPending} pendingLabel="One moment..." onClick={() => open.mutate()}>
            {button}
          </Button>
        </Card>
      ) : link.error ? (
        <ErrorCard
          message={messageOf(link.error) ?? 'Couldn’t check your link.'}
          onRetry={() => void link.refetch()}
        />
      ) : (
        <Loading label="Loading the link">
          <Card className="grid gap-5">
            <Skeleton className="w-2/3" />
            <Skeleton className="h-target rounded-control" />
          </Card>
        </Loading>
      )}
    </>
  )
}

function whatItDoes({ action, username, email: address, endsAccess }: Link): string {
  if (action === 'verify') return `Verify that ${address} is the email of your account ${username}.`
  if (action === 'change') return `${address} becomes the email of your account ${username}.`
  const whose =
    action === 'stop'
      ? `${address} stays the email of your account ${username}.`
      : `${address} becomes the email of your account ${username} again.`
  return endsAccess
    ? `${whose} All devices are signed out, and passkeys and authenticator apps that were added since are removed. Your password stops working, and you set a new one.`
    : whose
}

/** The person who changed the email knows the password, so the page leads to setting a new one. */
function Done({ link: { action, email: address, passwordToken } }: { link: Reply<typeof email.openLink> }) {
  const { isAuthenticated } = useAuth()
  return (
    <Card role="status">
      <EmptyState
        level={1}
        title={WORDS[action].done}
        action={
          <Button asChild>
            {passwordToken !== undefined ? (
              // Needs a page load, because the router leaves out the fragment.
              <a href={`${paths.resetPassword}#token=${passwordToken}`} target="_self">
                Set a new password
              </a>
            ) : isAuthenticated ? (
              <a href={paths.feed}>Go to your feed</a>
            ) : (
              <a href={paths.signIn}>Sign in</a>
            )}
          </Button>
        }
      >
        <span className="wrap-anywhere">
          {passwordToken !== undefined
            ? `Your email is ${address}, and all devices are signed out. Your old password doesn’t work any more, so set a new one.`
            : address}
        </span>
      </EmptyState>
    </Card>
  )
}
