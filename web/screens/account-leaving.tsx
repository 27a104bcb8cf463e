// The page for a person whose account is being deleted: when, what happens then, and how to keep it.
import { useMutation } from '@tanstack/react-query'
import { deletion } from '#shared/contracts/deletion.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { IdentityConfirmation } from '#web/features/auth/identity-confirmation.tsx'
import { DataExportRow } from '#web/features/data-exports/data-export-row.tsx'
import { useSignOut } from '#web/features/users/queries.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { LinkPage } from './link-page.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export default function AccountLeaving() {
  return (
    <LinkPage>
      <Content />
      <IdentityConfirmation />
    </LinkPage>
  )
}

function Content() {
  const { deletedAt, username, isCreator } = useViewer()
  const { setUser } = useAuth()
  const day = dayText(utcDay(new Date(deletedAt ?? 0)))
  const title = `Your account will be deleted on ${day}`
  useTitleAndFocus(title)
  const keep = useMutation({
    mutationFn: () => call(deletion.undo),
    onSuccess: (user) => {
      setUser({ ...user, createdAt: user.createdAt.toISOString() })
      followOutcome(accountOutcomes.accountKept)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(accountOutcomes.keepAccountFailed, error)
    },
  })
  const signOut = useSignOut()
  return (
    <>
      <h1 className="text-heading font-strong">{title}</h1>
      <Card className="grid gap-5">
        <p className="text-pretty text-ink-2 wrap-anywhere">
          You asked us to delete your account {username}. Nobody can see it now. If you keep it, everything is
          as before{isCreator ? ', and your subscribers’ renewals continue' : ''}.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button pending={keep.isPending} pendingLabel="Saving..." onClick={() => keep.mutate()}>
            Keep my account
          </Button>
          <Button variant="outline" pending={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </div>
      </Card>
      <CardList as="ul">
        <DataExportRow />
      </CardList>
    </>
  )
}
