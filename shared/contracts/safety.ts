// Blocks of people, and mutes of people, tickers and words.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MUTED_WORD_MAX } from '../limits.ts'
import { Id, Instant, Paging, readable, text, Ticker } from '../wire.ts'

const Person = z.object({
  id: Id,
  username: z.string(),
  /** Also null if the person is private. */
  displayName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})

export const Block = z.object({ user: Person, createdAt: Instant })
export type Block = z.output<typeof Block>

/** What a block does to a subscription between the two. */
export const BlockCost = z.object({
  /** Who pays whom; null if nobody does. */
  payer: z.enum(['them', 'viewer']).nullable(),
  priceInCents: z.int(),
  /** For the viewer’s own subscription: when it ends. */
  endsAt: Instant.nullable(),
  /** For the viewer’s subscriber, who gets the unused days back at once. */
  unusedDays: z.int(),
  periodDays: z.int(),
  refundInCents: z.int(),
  /** The part of the refund that comes from the viewer’s payouts. */
  fromPayoutsInCents: z.int(),
})
export type BlockCost = z.output<typeof BlockCost>

const BlockStatus = z.object({ isBlocked: z.boolean() })

export const MUTE_KINDS = ['person', 'ticker', 'word'] as const

export const Mute = z.object({
  id: Id,
  kind: z.enum(MUTE_KINDS),
  /** A person’s id, a ticker, or a word or phrase in lower case. */
  value: z.string(),
  /** Null: until it is removed. */
  until: Instant.nullable(),
  createdAt: Instant,
  /** The muted person, unless the viewer can no longer see them. */
  user: Person.nullable(),
})
export type Mute = z.output<typeof Mute>

/** Compared in lower case and with single spaces. */
export const MutedWord = readable(
  text('Enter a word or phrase')
    .trim()
    .min(1, 'Enter a word or phrase')
    .max(MUTED_WORD_MAX, `A word or phrase can have at most ${MUTED_WORD_MAX} characters`),
  'A word or phrase',
).transform((word) => word.toLowerCase().replaceAll(/\s+/g, ' '))

const until = Instant.nullable().default(null)

export const NewMute = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('person'), value: Id, until }),
    z.object({ kind: z.literal('ticker'), value: Ticker, until }),
    z.object({ kind: z.literal('word'), value: MutedWord, until }),
  ],
  'kind must be person, ticker or word',
)
export type NewMute = z.output<typeof NewMute>

export const safety = {
  blocks: endpoint({
    method: 'GET',
    path: '/api/blocks',
    summary: 'Whom the viewer has blocked, newest first',
    access: 'member',
    query: z.object(Paging),
    reply: z.array(Block),
  }),
  block: endpoint({
    method: 'POST',
    path: '/api/blocks',
    summary:
      'Blocks a person: neither finds the other, and follows end both ways. A subscription of theirs ends with a refund of its unused days, one of the viewer’s with its paid period. Blocking twice changes nothing',
    access: 'member',
    status: 201,
    body: z.object({ userId: Id }),
    reply: BlockStatus,
  }),
  blockCost: endpoint({
    method: 'GET',
    path: '/api/blocks/:id/cost',
    summary: 'What blocking this person would do to a subscription between the two',
    access: 'member',
    params: z.object({ id: Id }),
    reply: BlockCost,
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/api/blocks/:id',
    summary: 'Unblocks the person with this id; doing it twice changes nothing',
    access: 'member',
    params: z.object({ id: Id }),
    reply: BlockStatus,
  }),
  mutes: endpoint({
    method: 'GET',
    path: '/api/mutes',
    summary: 'What the viewer has muted, newest first',
    access: 'member',
    reply: z.array(Mute),
  }),
  mute: endpoint({
    method: 'POST',
    path: '/api/mutes',
    summary:
      'Keeps a person, ticker, word or phrase out of the viewer’s feeds, without telling anybody. Doing it again changes the end',
    access: 'member',
    status: 201,
    body: NewMute,
    reply: Mute,
  }),
  unmute: endpoint({
    method: 'DELETE',
    path: '/api/mutes/:id',
    summary: 'Removes one of the viewer’s mutes; doing it twice changes nothing',
    access: 'member',
    params: z.object({ id: Id }),
    reply: z.object({ isMuted: z.boolean() }),
  }),
}
