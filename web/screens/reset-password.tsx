// Sets a new password, for the link in an email.
import { useQuery } from '@tanstack/react-query'
import { auth } from '#shared/contracts/auth.ts'
import { system } from '#shared/contracts/system.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { ResetPasswordForm } from '#web/features/auth/reset-password-form.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useLinkToken } from '#web/lib/link-token.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { DeadLink, LinkPage } from './link-page.tsx'

export default function ResetPassword() {
  useTitleAndFocus('Set a new password')
  return (
    <LinkPage>
      <Content />
    </LinkPage>
  )
}

function Content() {
  const token = useLinkToken('token')
  const { isAuthenticated } = useAuth()
  const link = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => call(auth.checkPasswordReset, { body: { token } }),
  })
  const config = useQuery({ queryKey: queryKeys.config, queryFn: () => call(system.config) })
  const error = link.error ?? config.error
  if (error instanceof ApiError && (error.status === 404 || error.status === 409))
    return (
      <DeadLink
        message={error.problem.message ?? 'This link doesn’t work.'}
        action={
          <Button asChild variant={isAuthenticated ? 'outline' : 'primary'}>
            {isAuthenticated ? (
              <a href={paths.feed}>Go to your feed</a>
            ) : (
              <a href={paths.forgotPassword}>Ask for a new link</a>
            )}
          </Button>
        }
      >
        Each link works once, for {RESET_LINK_MINUTES} minutes.
      </DeadLink>
    )
  return (
    <>
      <h1 className="text-heading font-strong">Set a new password</h1>
      {error ? (
        <ErrorCard
          message={messageOf(error) ?? 'Couldn’t check your link.'}
          onRetry={() => void Promise.all([link.refetch(), config.refetch()])}
        />
      ) : link.data && config.data ? (
        <Card className="grid gap-5">
          <p className="text-ink-2 wrap-anywhere">
            For your account {link.data.username}. You’ll be signed out everywhere else.
          </p>
          <ResetPasswordForm
            token={token}
            username={link.data.username}
            passwordMin={config.data.passwordMinLength}
          />
        </Card>
      ) : (
        <Loading label="Loading the link">
          <Card className="grid gap-5">
            <Skeleton className="w-2/3" />
            <Skeleton className="h-target rounded-control" />
            <Skeleton className="h-target rounded-control" />
          </Card>
        </Loading>
      )}
    </>
  )
}
