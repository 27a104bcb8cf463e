// Settings, "Privacy": the people whom the viewer blocked, each of whom can be reported without unblocking them.
import type { Block } from '#shared/contracts/safety.ts'
import { headerInitials, handleOf, nameOf } from '#shared/rules/people.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { useHrefWith } from '#web/lib/dialog-address.ts'
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
          {blocks.map((block) => (
            <BlockedPerson key={block.user.id} block={block} />
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

function BlockedPerson({ block: { user, createdAt } }: { block: Block }) {
  const handle = handleOf(user.username)
  const reportHref = useHrefWith({ dialog: 'report', profile: user.id })
  const unblock = useUnblock()
  return (
    <ListRow
      stack
      lead={<Avatar initials={headerInitials(user)} hue={hueOf(user.id)} src={user.profileImageUrl} />}
      title={<bdi>{nameOf(user)}</bdi>}
      sub={
        <span className="wrap-anywhere">
          {handle} · since {shortDate(createdAt)}
        </span>
      }
      end={
        <>
          <Button asChild variant="outline" size="sm">
            <a href={reportHref} aria-label={`Report ${handle}`}>
              Report
            </a>
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Unblock ${handle}`}
            pending={unblock.isPending}
            pendingLabel="Unblocking..."
            onClick={() => unblock.mutate({ id: user.id, follows: false })}
          >
            Unblock
          </Button>
        </>
      }
    />
  )
}
