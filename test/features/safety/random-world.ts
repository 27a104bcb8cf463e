// Three people who block, mute, follow, pay and restrict each other, and whose profiles are private and public in turn; and
// what each of them should see of the others, tracked without the database.
import fc from 'fast-check'
import { expect } from 'vitest'
import { follow, unfollow } from '#server/features/follows/follow.ts'
import { block, unblock } from '#server/features/safety/block.ts'
import { mute, unmute } from '#server/features/safety/mutes.ts'
import type { TestServer } from '#test/server.ts'
import type { Person } from '#tools/demo/build-people.ts'
import { suspend } from './suspend.ts'

export const NAMES = ['ann', 'ben', 'cem'] as const
export type Name = (typeof NAMES)[number]

const ACTIONS = [
  'block',
  'unblock',
  'mute',
  'unmute',
  'follow',
  'unfollow',
  'pay',
  'end',
  'private',
  'public',
  'suspend',
  'restrict',
  'lift',
] as const
export type Step = { action: (typeof ACTIONS)[number]; who: Name; whom: Name }

export const anyStep = fc.record({
  action: fc.constantFrom(...ACTIONS),
  who: fc.constantFrom(...NAMES),
  whom: fc.constantFrom(...NAMES),
})

export type RandomWorld = ReturnType<typeof openWorld>

/** At the beginning, nobody follows, pays, mutes or blocks anybody, and everybody is public. */
export function openWorld(server: TestServer, people: Record<Name, Person>) {
  const { deps } = server
  const [blocks, pays, follows] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const hidden = new Set<Name>()
  /** The ids of mutes. */
  const mutes = new Map<string, string>()
  const isApart = (a: Name, b: Name) => blocks.has(`${a} ${b}`) || blocks.has(`${b} ${a}`)
  const sees = (a: Name, b: Name) => a === b || (!isApart(a, b) && (!hidden.has(b) || pays.has(`${a} ${b}`)))
  const hears = (a: Name, b: Name) => sees(a, b) && !mutes.has(`${a} ${b}`)
  const hasTies = (a: Name, b: Name) => follows.has(`${a} ${b}`) || follows.has(`${b} ${a}`)

  async function act({ action, who, whom }: Step): Promise<void> {
    const [a, b] = [people[who].id, people[whom].id]
    const pair = `${who} ${whom}`
    if (action === 'private' || action === 'public') {
      const isPublic = action === 'public'
      await deps.db.updateTable('users').set({ isPublic }).where('id', '=', a).execute()
      if (isPublic) hidden.delete(who)
      else hidden.add(who)
      return
    }
    // A restricted person can't write anything more, but what they wrote stays.
    if (action === 'suspend') return void (await suspend(server, a))
    if (action === 'restrict') return void (await suspend(server, a, ['sell', 'report']))
    if (action === 'lift')
      return void (await deps.db
        .updateTable('restrictions')
        .set({ liftedAt: deps.clock.now() })
        .where('personId', '=', a)
        .where('liftedAt', 'is', null)
        .execute())
    if (who === whom) return
    const isRefused = !sees(who, whom)
    if (action === 'unblock') {
      await unblock(deps, a, b)
      blocks.delete(pair)
    } else if (action === 'block') {
      const isRepeated = blocks.has(pair)
      await expectRefusal(isRefused && !isRepeated, block(deps, ends, a, b))
      if (isRefused && !isRepeated) return
      blocks.add(pair)
      for (const tie of [pair, `${whom} ${who}`]) follows.delete(tie)
    } else if (action === 'mute') {
      const id = await expectRefusal(isRefused, mute(deps, a, { kind: 'person', value: b, until: null }))
      if (id !== undefined) mutes.set(pair, id)
    } else if (action === 'unmute') {
      await unmute(deps, a, mutes.get(pair) ?? deps.clock.newId())
      mutes.delete(pair)
    } else if (action === 'follow') {
      await expectRefusal(isRefused, follow(deps, a, b))
      if (!isRefused) follows.add(pair)
    } else if (action === 'unfollow') {
      await unfollow(deps, a, b)
      follows.delete(pair)
    } else await setPaying(a, b, action === 'pay', pair)
  }

  /** The test writes the subscription rows itself, so a block doesn't end them. What they unlock must still be hidden. */
  async function setPaying(subscriberId: string, creatorId: string, isPaying: boolean, pair: string) {
    await deps.db
      .deleteFrom('subscriptions')
      .where('subscriberId', '=', subscriberId)
      .where('creatorId', '=', creatorId)
      .execute()
    pays.delete(pair)
    if (!isPaying) return
    const [id, now] = [deps.clock.newId(), deps.clock.now()]
    const terms = { priceInCents: 500, status: 'active', createdAt: now, updatedAt: now } as const
    await deps.db
      .insertInto('subscriptions')
      .values({ id, subscriberId, creatorId, ...terms })
      .execute()
    pays.add(pair)
  }

  const ends = {
    unfollow: async (trx: Parameters<typeof unfollow>[0]['db'], a: string, b: string) =>
      await unfollow({ ...deps, db: trx }, a, b),
    enqueueEndOfPayments: async () => {},
  }

  return {
    people,
    act,
    /** Whether `a` may see `b` and what `b` posted. */
    sees,
    /** Whether `a` also hasn't muted `b`. */
    hears,
    /** Whether `b`'s signals belong in `a`'s feed. */
    isInFeed: (a: Name, b: Name) => hears(a, b) && (follows.has(`${a} ${b}`) || pays.has(`${a} ${b}`)),
    /** Whether a step changes nothing for anybody but these two. A block that ends follows changes the lists of both. */
    isBetweenTwo: ({ action, who, whom }: Step) =>
      ['unblock', 'mute', 'unmute'].includes(action) || (action === 'block' && !hasTies(who, whom)),
  }
}

/** What the attempt returns; undefined if it is refused, as expected. */
async function expectRefusal<T>(isRefused: boolean, attempt: Promise<T>): Promise<T | undefined> {
  const outcome = await attempt.then(
    (value) => ({ value, code: null }),
    (error: { code?: string }) => ({ value: undefined, code: error.code ?? 'a bug' }),
  )
  expect(outcome.code).toBe(isRefused ? 'user_not_found' : null)
  return outcome.value
}
