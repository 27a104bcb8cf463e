// The last 12 months of a ticker by one person.
import { useParams, useSearch } from 'wouter'
import { normalTicker } from '#shared/rules/tickers.ts'
import { isUnknown, useStatements } from '#web/features/record/queries.ts'
import { StatementsList, statementsTitle } from '#web/features/record/statements-list.tsx'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column } from '#web/ui/page.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { NotFound } from './not-found.tsx'
import { UserNotFound } from './user-not-found.tsx'

export default function StatementsScreen() {
  const { username } = useParams<{ username: string }>()
  const ticker = normalTicker(new URLSearchParams(useSearch()).get('ticker') ?? '')
  if (ticker === null) return <NotFound />
  return <StatementsOf key={`${username.toLowerCase()} ${ticker}`} username={username} ticker={ticker} />
}

function StatementsOf({ username, ticker }: { username: string; ticker: string }) {
  const { data: list, error, isFetching, refetch } = useStatements(username, ticker)
  const title = list ? statementsTitle(list) : `The last 12 months of $${ticker}`
  useTitleAndFocus(isUnknown(error) ? 'User not found' : title)
  if (isUnknown(error))
    return (
      <Column>
        <UserNotFound />
      </Column>
    )
  return (
    <Column>
      {list ? (
        <StatementsList
          list={list}
          action={
            <Button variant="outline" size="sm" onClick={() => print()}>
              Print
            </Button>
          }
        />
      ) : (
        <>
          <h1 className="text-heading font-strong wrap-anywhere">{title}</h1>
          {error && !isUnauthorized(error) ? (
            <Card>
              <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
                {error instanceof OfflineError ? error.message : 'Couldn’t load the list.'}
              </ErrorState>
            </Card>
          ) : (
            <Loading label="Loading the list">
              <Card>
                <RowSkeletons />
              </Card>
            </Loading>
          )}
        </>
      )}
    </Column>
  )
}
