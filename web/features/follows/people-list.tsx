// A person's followers or the people they follow, page by page, with the list's loading, error and empty
// states.
import type { User } from '#shared/contracts/users.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { RefreshError } from '#web/lib/refresh-error.tsx'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { PersonRow } from './person-row.tsx'
import { type FollowListName, useFollowList } from './queries.ts'

type Counted = Pick<User, 'id' | 'followersCount' | 'followingCount'>
type PeopleListProps = { of: Counted; list: FollowListName }

export function PeopleList({ of, list }: PeopleListProps) {
  const query = useFollowList(list, of.id)
  const { data, error, isFetching, refetch, hasNextPage } = query
  if (isUnauthorized(error)) return null
  const what = list === 'followers' ? 'the followers' : 'the people'
  if (!data && error)
    return (
      <Card>
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : `Couldn’t load ${what}.`}
        </ErrorState>
      </Card>
    )
  if (!data)
    return (
      <Loading label="Loading people">
        <CardList>
          <RowSkeletons />
        </CardList>
      </Loading>
    )
  const people = data.pages.flatMap(({ items }) => items)
  const count = list === 'followers' ? of.followersCount : of.followingCount
  return (
    <>
      <RefreshError query={query} what={what} />
      {people.length === 0 && count === 0 ? (
        <NobodyYet of={of} list={list} />
      ) : (
        <CardList>
          {people.length > 0 && (
            <ul className="divide-y divide-line">
              {people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </ul>
          )}
          <ShowMore query={query} failure="Couldn’t load more people." />
          {!hasNextPage && !isFetching && people.length < count && (
            <p className="px-4 py-3 text-small text-ink-2 md:px-6">
              People with a private profile aren’t listed.
            </p>
          )}
        </CardList>
      )}
    </>
  )
}

function NobodyYet({ of, list }: PeopleListProps) {
  const isOwn = useViewer().id === of.id
  const sentence =
    list === 'followers'
      ? isOwn
        ? 'Nobody follows you yet. People find you by your signals.'
        : 'Nobody follows this person yet.'
      : isOwn
        ? 'You don’t follow anybody yet.'
        : 'This person doesn’t follow anybody yet.'
  return (
    <Card>
      <EmptyState
        post="none"
        action={
          isOwn && list === 'following' ? (
            <Button asChild variant="outline">
              <a href={paths.everyone}>See everyone</a>
            </Button>
          ) : undefined
        }
      >
        {sentence}
      </EmptyState>
    </Card>
  )
}
