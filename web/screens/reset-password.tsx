// Sets a new password, for the link in an email. The token is in the fragment, which browsers send to no server.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useLocationProperty } from 'wouter/use-browser-location'
import { auth } from '#shared/contracts/auth.ts'
import { system } from '#shared/contracts/system.ts'
import { ResetPasswordForm } from '#web/features/auth/reset-password-form.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useOfflineNotice } from '#web/lib/online.ts'
import { queryClient } from '#web/lib/query.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { HeaderBar, HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OfflineStrip } from '#web/ui/offline-banner.tsx'
import { Column } from '#web/ui/page.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export default function ResetPassword() {
  useTitleAndFocus('Set a new password')
  const offlineNotice = useOfflineNotice()
  return (
    <QueryClientProvider client={queryClient}>
      <HeaderBar
        left={
          <HeaderLink href={paths.feed}>
            <Logo />
          </HeaderLink>
        }
        notice={<OfflineStrip>{offlineNotice}</OfflineStrip>}
      />
      <Column>
        <Content />
      </Column>
    </QueryClientProvider>
  )
}

function Content() {
  const hash = useLocationProperty(() => location.hash)
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const link = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => call(auth.checkPasswordReset, { body: { token } }),
  })
  const config = useQuery({ queryKey: queryKeys.config, queryFn: () => call(system.config) })
  const error = link.error ?? config.error
  if (error instanceof ApiError && (error.status === 404 || error.status === 409))
    return <DeadLink message={error.problem.message ?? 'This link doesn’t work.'} />
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

function DeadLink({ message }: { message: string }) {
  const { isAuthenticated } = useAuth()
  return (
    <Card>
      <EmptyState
        level={1}
        post="fallen"
        title={message}
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
        Each link works once, for 30 minutes.
      </EmptyState>
    </Card>
  )
}
