// The browsers that are signed in to the account, each with a button to sign it out.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { auth } from '#shared/contracts/auth.ts'
import type { Reply } from '#shared/endpoint.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { deviceName } from './device-name.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export function SessionsCard() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: () => call(auth.sessions),
  })
  const signOutOthers = useSignOutThere(() => call(auth.revokeOtherSessions))
  return (
    <CardList as="section" aria-labelledby="sessions">
      <CardHead>
        <h3 id="sessions" tabIndex={-1} className="text-title font-strong">
          Sessions
        </h3>
        {data && data.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            // Aligns its text with the heading above.
            className="max-xs:-ml-3"
            pending={signOutOthers.isPending}
            onClick={() => signOutOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        )}
      </CardHead>
      {data ? (
        <ul className="divide-y divide-line">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load your sessions.'}
        </ErrorState>
      ) : (
        <Loading label="Loading your sessions">
          <RowSkeletons />
        </Loading>
      )}
    </CardList>
  )
}

type Session = Reply<typeof auth.sessions>[number]

function SessionRow({ session: { id, browser, startedAt, lastUsedAt, isCurrent } }: { session: Session }) {
  const signOut = useSignOutThere(() => call(auth.revokeSession, { params: { id } }))
  const name = deviceName(browser)
  const lastDay = dayText(utcDay(new Date(lastUsedAt)))
  // Tells apart several browsers of one kind.
  const signedInAt = dateAndTime(new Date(startedAt))
  return (
    <ListRow
      title={name}
      sub={`${isCurrent ? 'This device' : `Last used ${lastDay}`} · signed in ${signedInAt}`}
      end={
        isCurrent ? (
          <Badge>Now</Badge>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Sign out ${name}, last used ${lastDay}, signed in ${signedInAt}`}
            pending={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            Sign out
          </Button>
        )
      }
    />
  )
}

/** Signs out other sessions, then moves the focus to the heading, because the pressed button is gone. */
function useSignOutThere(request: () => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: request,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.sessions })
      followOutcome(accountOutcomes.signedOutThere)
      document.getElementById('sessions')?.focus()
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(accountOutcomes.signOutThereFailed, error)
    },
  })
}
