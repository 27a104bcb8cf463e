// Random sequences of comments, edits, deletions, removals, blocks, mutes, payments, private profiles, departures and suspensions:
// nobody ever reads a comment that is premium, blocked, hidden or private for them, and everybody reads all others.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notify } from '#server/db/notify.ts'
import { FIRST_PAGE } from '#server/db/page.ts'
import { alertRows } from '#server/features/alerts/alert-rows.ts'
import { deleteComment, editComment, setCommentHidden } from '#server/features/comments/change-comment.ts'
import { postComment } from '#server/features/comments/post-comment.ts'
import { commentsBeside, signalOfThread } from '#server/features/comments/store.ts'
import { commentView } from '#server/features/comments/views.ts'
import { resultOrCode } from '#test/refusal.ts'
import { AUTHOR, type Name, NAMES, type Step, steps } from './random-steps.ts'
import { settableClock } from '#test/settable-clock.ts'
import { suspend } from '#test/features/safety/suspend.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { isFull, runSeed } from '#test/test-scope.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

/** Each sequence continues where the previous one ended, so that rare states are reached. */
const SEQUENCES = isFull ? 100_000 : 120
/** Concurrent walks, each with its own people. */
const WALKS = 2
/** A walk starts over after this many sequences, so that its threads stay short. */
const ROUND = 40

const clock = settableClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ sequencer: false, clock })))
afterAll(() => server.stop())

type Said = { id: string; by: Name; isPremium: boolean; body: string; isDeleted: boolean; isRemoved: boolean }

async function walk(number: number): Promise<void> {
  const { deps } = server
  const { db } = deps
  const built = await buildPeople(deps, {
    ...Object.fromEntries(['ann', 'ben', 'cem'].map((name) => [`${name}_${number}`, member({})])),
    [`${AUTHOR}_${number}`]: creator({ signals: ['Free', { content: 'Paid', isPremium: true }] }),
  })
  const people = Object.fromEntries(NAMES.map((name) => [name, built[`${name}_${number}`]])) as Record<
    Name,
    Person
  >
  const idOf = (name: Name) => people[name].id
  const rows = await db
    .selectFrom('signals')
    .select(['id', 'content'])
    .where('userId', '=', idOf(AUTHOR))
    .execute()
  const signalOf = (isPremium: boolean) =>
    rows.find(({ content }) => content === (isPremium ? 'Paid' : 'Free'))?.id ?? ''
  // What the test expects, tracked without the database.
  const said: Said[] = []
  const [blocks, mutes] = [new Set<string>(), new Set<string>()]
  const [paying, hidden, leaving] = [new Set<Name>(), new Set<Name>(), new Set<Name>()]
  const suspended = new Set<Name>()
  const browsers = new Map<Name, Browser>()
  let texts = 0

  const pays = (a: Name, b: Name) => b === AUTHOR && paying.has(a)
  const sees = (a: Name, b: Name) =>
    a === b ||
    (!leaving.has(b) &&
      (!hidden.has(b) || pays(a, b)) &&
      !blocks.has(`${a} ${b}`) &&
      !blocks.has(`${b} ${a}`))
  const reads = (a: Name, isPremium: boolean) =>
    sees(a, AUTHOR) && (!isPremium || a === AUTHOR || paying.has(a))
  const isShown = (a: Name, one: Said) =>
    reads(a, one.isPremium) && sees(a, one.by) && !mutes.has(`${a} ${one.by}`)

  async function post(who: Name, isPremium: boolean, parent: Said | undefined): Promise<void> {
    if (suspended.has(who)) return await expectRefused(who, isPremium)
    texts += 1
    // The mention in it notifies that person.
    const body = `text ${texts} @${people[NAMES[texts % NAMES.length] as Name].username}`
    const isAllowed = reads(who, isPremium) && (!parent || isShown(who, parent))
    const isGone = parent && (parent.isDeleted || parent.isRemoved)
    const attempt = await resultOrCode(
      postComment(deps, idOf(who), signalOf(isPremium), {
        body,
        parentId: parent?.id ?? null,
        showsHolding: false,
      }),
    )
    if (typeof attempt !== 'string') {
      expect([isAllowed, isGone ?? false]).toEqual([true, false])
      said.push({ id: attempt.id, by: who, isPremium, body, isDeleted: false, isRemoved: false })
    } else if (isAllowed && !isGone) expect(attempt).toBe('comments_limit')
  }

  /** What a suspended person wrote stays; they write nothing more, whatever they may read. */
  async function expectRefused(who: Name, isPremium: boolean): Promise<void> {
    const browser = browsers.get(who) ?? (await server.signIn(people[who].username))
    browsers.set(who, browser)
    const send = () =>
      browser.send('POST', `/api/signals/${signalOf(isPremium)}/comments`, { body: 'Nobody reads this' })
    // Somebody whose account is being deleted is refused before that.
    const code = leaving.has(who) ? 'account_leaving' : 'suspended'
    await expect.poll(async () => ((await send()).body as { code: string }).code).toBe(code)
  }

  async function act({ action, who, whom, isPremium, pick }: Step): Promise<void> {
    const one = said[pick % Math.max(1, said.length)]
    if (action === 'post') return await post(who, isPremium, undefined)
    if (action === 'reply') return one && (await post(who, one.isPremium, one))
    if (one && action === 'edit') {
      const body = `${one.body}.`
      const result = await resultOrCode(editComment(deps, idOf(who), one.id, body))
      if (typeof result === 'string') return
      expect(one.by).toBe(who)
      one.body = body
    } else if (one && action === 'delete') {
      const result = await resultOrCode(deleteComment(deps, idOf(who), one.id))
      expect(result).toBe(one.by === who ? undefined : 'comment_not_found')
      if (one.by === who) one.isDeleted = true
    } else if (one && (action === 'remove' || action === 'restore')) {
      one.isRemoved = action === 'remove'
      await db.transaction().execute((trx) => setCommentHidden(trx, deps, one.id, one.isRemoved))
    } else await set(action, who, whom)
  }

  async function set(action: string, who: Name, whom: Name): Promise<void> {
    const [a, b, pair] = [idOf(who), idOf(whom), `${who} ${whom}`]
    const now = clock.now()
    const keep = (all: Set<Name>, isIn: boolean) => void (isIn ? all.add(who) : all.delete(who))
    if (action === 'private' || action === 'public') {
      await db
        .updateTable('users')
        .set({ isPublic: action === 'public' })
        .where('id', '=', a)
        .execute()
      keep(hidden, action === 'private')
    } else if (action === 'leave' || action === 'stay') {
      const at = action === 'leave' ? now : null
      await db.updateTable('users').set({ deletionRequestedAt: at }).where('id', '=', a).execute()
      keep(leaving, action === 'leave')
    } else if (action === 'pay' || action === 'end') {
      if (who === AUTHOR) return
      await db.deleteFrom('subscriptions').where('subscriberId', '=', a).execute()
      keep(paying, action === 'pay')
      if (action === 'end') return
      const times = { createdAt: now, updatedAt: now }
      await db
        .insertInto('subscriptions')
        .values({
          id: clock.newId(),
          subscriberId: a,
          creatorId: idOf(AUTHOR),
          priceInCents: 500,
          status: 'active',
          ...times,
        })
        .execute()
    } else if (action === 'suspend' || action === 'lift') {
      if (action === 'suspend') await suspend(server, a)
      else await db.updateTable('restrictions').set({ liftedAt: now }).where('personId', '=', a).execute()
      await db.transaction().execute((trx) => notify(trx, [a], 'account'))
      keep(suspended, action === 'suspend')
    } else if (who === whom) return
    else if (action === 'block') {
      await db
        .insertInto('blocks')
        .values({ blockerId: a, blockedId: b, createdAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      blocks.add(pair)
    } else if (action === 'unblock') {
      await db.deleteFrom('blocks').where('blockerId', '=', a).where('blockedId', '=', b).execute()
      blocks.delete(pair)
    } else if (action === 'mute' && !mutes.has(pair)) {
      await db
        .insertInto('mutes')
        .values({ id: clock.newId(), personId: a, kind: 'person', value: b, createdAt: now })
        .execute()
      mutes.add(pair)
    }
  }

  async function check(who: Name): Promise<void> {
    const expected: Said[] = []
    for (const isPremium of [false, true]) {
      const ofSignal = said.filter((one) => one.isPremium === isPremium && isShown(who, one))
      const signal = await resultOrCode(signalOfThread(deps, idOf(who), signalOf(isPremium)))
      if (!reads(who, isPremium)) {
        expect(signal).toBe(sees(who, AUTHOR) ? 'signal_locked' : 'signal_not_found')
        continue
      }
      const page = { side: 'after', place: null, limit: 100 } as const
      const shown = await commentsBeside(deps, idOf(who), signalOf(isPremium), page)
      const views = shown.map((row) =>
        commentView(row, { viewerId: idOf(who), authorId: idOf(AUTHOR), now: clock.now() }),
      )
      const wordsOf = (one: Said) => (one.isDeleted ? 'deleted' : one.isRemoved ? 'removed' : one.body)
      expect(Object.fromEntries(views.map(({ id, gone, body }) => [id, gone ?? body]))).toEqual(
        Object.fromEntries(ofSignal.map((one) => [one.id, wordsOf(one)])),
      )
      expected.push(...ofSignal.filter((one) => !one.isDeleted && !one.isRemoved))
    }
    const told = await alertRows(deps, idOf(who), ['mention', 'reply'], {
      from: new Date(0),
      before: FIRST_PAGE,
      limit: 100,
    })
    const readable = new Set(expected.map(({ id }) => id))
    expect(told.flatMap(({ comment }) => (comment && !readable.has(comment.id) ? [comment.id] : []))).toEqual(
      [],
    )
  }

  let done = 0
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      clock.pass(120_000)
      for (const step of sequence) await act(step)
      await check((sequence.at(-1) as Step).whom)
      done += 1
      if (done % ROUND > 0) return
      said.splice(0)
      await db
        .deleteFrom('comments')
        .where('signalId', 'in', [signalOf(false), signalOf(true)])
        .execute()
    }),
    // A walk can't be shrunk, because its state persists.
    { numRuns: Math.ceil(SEQUENCES / WALKS), seed: runSeed + number, endOnFailure: true },
  )
}

test(
  'no sequence shows a comment that somebody may not read, and none hides another',
  async () => {
    const walks = Array.from({ length: WALKS }, async (_, number) => await walk(number))
    await expect(Promise.all(walks)).resolves.toHaveLength(WALKS)
  },
  isFull ? 3_600_000 : 120_000,
)
