// Following people.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Day, Id, Paging } from '../wire.ts'
import { Ratio } from './outcomes.ts'
import { Author, ListedUser } from './users.ts'

const FollowStatus = z.object({ isFollowing: z.boolean() })

export const SuggestedPerson = z.object({
  author: Author,
  /** Whether they have set a price, without which nobody can subscribe. */
  hasPrice: z.boolean(),
  isSample: z.boolean(),
  label: z.enum(['likely_skill', 'could_be_luck', 'not_rated']),
  /** Scored trades in the record that the label is about. */
  trades: z.int(),
  since: Day,
  /** The viewer's watched tickers about which they have scored signals. */
  calls: z.array(z.string()),
  /** A rated record's lead over the market, per year or over its `days`. */
  lead: z.object({ mean: Ratio, low: Ratio, high: Ratio, yearly: z.boolean(), days: z.int() }).nullable(),
  /** The worst position relative to SPY, and how many are ahead of SPY and behind. Null with fewer than five. */
  worst: Ratio.nullable(),
  ahead: z.int().nullable(),
  behind: z.int().nullable(),
})
export type SuggestedPerson = z.output<typeof SuggestedPerson>

export const follows = {
  status: endpoint({
    method: 'GET',
    path: '/api/follows/status/:id',
    summary: 'Whether the viewer follows a person',
    access: 'member',
    params: z.object({ id: Id }),
    reply: FollowStatus,
  }),
  follow: endpoint({
    method: 'POST',
    path: '/api/follows',
    summary: 'Follows a person; following twice changes nothing',
    access: 'member',
    status: 201,
    body: z.object({ followingId: Id }),
    reply: FollowStatus,
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/api/follows/:id',
    summary: 'Unfollows the person with this id; doing it twice changes nothing',
    access: 'member',
    params: z.object({ id: Id }),
    reply: FollowStatus,
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/api/follows/suggestions',
    summary:
      'Up to five public people the viewer doesn’t follow, by label and cautious estimate, with the watched tickers they post on',
    access: 'member',
    reply: z.array(SuggestedPerson),
  }),
  followers: endpoint({
    method: 'GET',
    path: '/api/follows/followers/:id',
    summary: 'The followers of a person whom the viewer may see, newest first',
    access: 'member',
    params: z.object({ id: Id }),
    query: z.object(Paging),
    reply: z.array(ListedUser),
  }),
  following: endpoint({
    method: 'GET',
    path: '/api/follows/following/:id',
    summary: 'The people a person follows whom the viewer may see, newest first',
    access: 'member',
    params: z.object({ id: Id }),
    query: z.object(Paging),
    reply: z.array(ListedUser),
  }),
}
