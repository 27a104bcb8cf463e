// A person's followers, or the people that they follow.
import { startTransition, useOptimistic } from 'react'
import { useParams } from 'wouter'
import type { User } from '#shared/contracts/users.ts'
import { countOf, formatCount } from '#shared/rules/numbers.ts'
import { nameOf } from '#shared/rules/people.ts'
import { PeopleList } from '#web/features/follows/people-list.tsx'
import type { FollowListName } from '#web/features/follows/queries.ts'
import { useCurrentAddress, usePerson } from '#web/features/users/queries.ts'
import { ApiError, isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { go } from '#web/lib/navigation.ts'
import { useViewer } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Card, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Column } from '#web/ui/page.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { NotFound } from './not-found.tsx'
import { UserNotFound } from './user-not-found.tsx'

const TITLE = { followers: 'Followers', following: 'Following' }

export default function FollowList() {
  const { username, list } = useParams<{ username: string; list: string }>()
  if (list !== 'followers' && list !== 'following') return <NotFound />
  return <People key={username.toLowerCase()} username={username} list={list} />
}

type Shown = { username: string; list: FollowListName }

function People({ username, list }: Shown) {
  const viewer = useViewer()
  const isOwn = username.toLowerCase() === viewer.username.toLowerCase()
  const { data, error, isFetching, refetch } = usePerson(username, { enabled: !isOwn })
  useCurrentAddress(username, data, paths[list])
  const person = isOwn ? viewer : data
  const isMissing = error instanceof ApiError && error.status === 404
  useTitleAndFocus(isMissing ? 'User not found' : `${TITLE[list]} of ${person ? nameOf(person) : username}`)
  return (
    <Column>
      {isMissing ? (
        <UserNotFound />
      ) : person ? (
        <>
          <Head person={person} list={list} />
          <PeopleList key={list} of={person} list={list} />
        </>
      ) : (
        <>
          <h1 className="text-heading font-strong wrap-anywhere">{username}</h1>
          {error && !isUnauthorized(error) ? (
            <Card>
              <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
                {error instanceof OfflineError ? error.message : 'Couldn’t load this profile.'}
              </ErrorState>
            </Card>
          ) : (
            <Loading label="Loading people">
              <CardList>
                <RowSkeletons />
              </CardList>
            </Loading>
          )}
        </>
      )}
    </Column>
  )
}

type HeadProps = { person: Pick<User, 'username' | 'displayName' | 'followersCount' | 'followingCount'> }

function Head({ person, list }: HeadProps & { list: FollowListName }) {
  // The control changes at once, the list as soon as it is rendered.
  const [pressed, press] = useOptimistic(list)
  return (
    <>
      <h1 className="text-heading font-strong wrap-anywhere">
        <a
          href={paths.profile(person.username)}
          className="rounded-badge underline-offset-[0.2em] hover:underline"
        >
          <bdi>{nameOf(person)}</bdi>
        </a>
      </h1>
      <SegmentedControl
        label="Which people"
        options={[
          { value: 'followers', label: countOf(person.followersCount, 'follower') },
          { value: 'following', label: `${formatCount(person.followingCount)} following` },
        ]}
        value={pressed}
        onValueChange={(next) =>
          startTransition(() => {
            press(next)
            go(paths[next](person.username), { replace: true })
          })
        }
      />
    </>
  )
}
