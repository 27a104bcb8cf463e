// Settings, "Privacy": the people whom the viewer blocked.
import { headerInitials, handleOf, nameOf } from '#shared/rules/people.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { shortDate } from '#web/lib/money-and-dates.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { useBlocks, useUnblock } from './queries.ts'

export function BlockedPeople() {
  const query = useBlocks()
  const { data, error, isFetching, refetch } = query
  const unblock = useUnblock()
  const blocks = data?.pages.flatMap(({ items }) => items)
  return (
    <CardList as="section" aria-labelledby="blocked-people">
      <CardHead>
        <h3 id="blocked-people" className="text-title font-strong">
          Blocked people
        </h3>
      </CardHead>
      {blocks && blocks.length > 0 && (
        <ul className="divide-y divide-line">
          {blocks.map(({ user, createdAt }) => (
            <ListRow
              key={user.id}
              lead={
                <Avatar initials={headerInitials(user)} hue={hueOf(user.id)} src={user.profileImageUrl} />
              }
              title={<bdi>{nameOf(user)}</bdi>}
              sub={
                <span className="wrap-anywhere">
                  {handleOf(user.username)} · since {shortDate(createdAt)}
                </span>
              }
              end={
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Unblock ${handleOf(user.username)}`}
                  pending={unblock.isPending && unblock.variables.id === user.id}
                  pendingLabel="Unblocking..."
                  onClick={() => unblock.mutate({ id: user.id, follows: false })}
                >
                  Unblock
                </Button>
              }
            />
          ))}
        </ul>
      )}
      {blocks?.length === 0 && (
        <p className="px-4 py-3 text-small text-ink-2 md:px-6">You haven’t blocked anybody.</p>
      )}
      <ShowMore query={query} failure="Couldn’t load more people." />
      {!data &&
        (error && !isUnauthorized(error) ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load blocked people.'}
          </ErrorState>
        ) : (
          <Loading label="Loading blocked people">
            <RowSkeletons />
          </Loading>
        ))}
    </CardList>
  )
}
