// Random sequences of blocks, mutes, lapses, sign-outs and private profiles between posts and their push: people who
// may not be notified when it is sent aren't, and everybody else is notified once.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCircuits } from '#server/features/alerts/push/circuits.ts'
import { sendPush } from '#server/features/alerts/push/loop.ts'
import { systemClock } from '#server/clock.ts'
import { push } from '#shared/contracts/push.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { runs } from '#test/test-scope.ts'
import { buildPeople, creator, member, type Person } from '#tools/demo/build-people.ts'

let at = Date.parse('2027-01-12T17:00:00Z')
const clock = { ...systemClock, now: () => new Date((at += 1)) }
let server: TestServer
let people: Record<'maya' | 'rosa', Person>
let maya: Browser

beforeAll(async () => {
  server = await startServer({ clock, sequencer: false, push: false })
  people = await buildPeople(server.deps, {
    maya: creator({ displayName: 'Maya' }),
    rosa: member({ subscribesTo: ['maya'], follows: ['maya'] }),
  })
  maya = await server.signIn('maya')
})
afterAll(() => server.stop())

const CHANGES = [
  'blocked',
  'mutes',
  'lapsed',
  'signedOut',
  'private',
  'unfollowed',
  'off',
  'premiumOnly',
  'quietPush',
] as const
type Change = (typeof CHANGES)[number]
type State = Record<Change, boolean>

/** Writes the state into the database. */
async function apply(change: Change, isOn: boolean): Promise<void> {
  const run = (text: string, values: unknown[]) => server.deps.pool.query(text, values)
  const [author, reader] = [people.maya.id, people.rosa.id]
  const level = (word: string) =>
    run('update alert_bells set level = $3 where author_id = $1 and person_id = $2', [author, reader, word])
  switch (change) {
    case 'blocked':
      return void (await (isOn
        ? run('insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3)', [
            author,
            reader,
            clock.now(),
          ])
        : run('delete from blocks', [])))
    case 'mutes':
      return void (await (isOn
        ? run(
            "insert into mutes (id, person_id, kind, value, created_at) values (gen_random_uuid(), $1, 'person', $2, $3)",
            [reader, author, clock.now()],
          )
        : run('delete from mutes', [])))
    case 'lapsed':
      return void (await run(
        'update subscriptions set status = $1, current_period_end = $2 where subscriber_id = $3',
        [isOn ? 'canceled' : 'active', new Date(at + (isOn ? -86_400_000 : 864_000_000)), reader],
      ))
    case 'signedOut':
      if (isOn) return void (await run('delete from sessions where user_id = $1', [reader]))
      return await signIn()
    case 'private':
      return void (await run('update users set is_public = $1 where id = $2', [!isOn, author]))
    case 'unfollowed':
      return void (await (isOn
        ? run('delete from follows where follower_id = $1', [reader])
        : run(
            'insert into follows (id, follower_id, following_id, created_at) values (gen_random_uuid(), $1, $2, $3)',
            [reader, author, clock.now()],
          )))
    case 'off':
      return void (await level(isOn ? 'off' : 'all'))
    case 'premiumOnly':
      return void (await level(isOn ? 'premium' : 'all'))
    case 'quietPush':
      return void (await run('update alert_bells set push = $2 where person_id = $1', [reader, !isOn]))
  }
}

async function signIn(): Promise<void> {
  const rosa = await server.signIn('rosa')
  const { publicKey, number } = await rosa.call(push.key)
  const { endpoint, keys } = server.phones.subscribe(publicKey)
  await rosa.call(push.addDevice, { body: { endpoint, keys, number } })
}

const mayHear = (state: State, isPremium: boolean): boolean => {
  const pays = !state.lapsed
  return (
    !state.blocked &&
    !state.mutes &&
    !state.signedOut &&
    !state.quietPush &&
    (pays || (!state.private && !state.unfollowed)) &&
    !state.off &&
    (!state.premiumOnly || isPremium)
  )
}

const Step = fc.record({
  change: fc.constantFrom(...CHANGES),
  isPremium: fc.boolean(),
  /** Whether it changes after the post, and before its push. */
  isBetween: fc.boolean(),
})

test('a person is notified if and only if they may be when it is sent', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const state = Object.fromEntries(CHANGES.map((change) => [change, false])) as State
      const { pool } = server.deps
      await pool.query('delete from push_devices')
      await pool.query('delete from alert_bells')
      for (const change of CHANGES) if (change !== 'signedOut') await apply(change, false).catch(() => {})
      await pool.query('delete from sessions where user_id = $1', [people.rosa.id])
      await pool.query("insert into alert_bells values ($1, $2, 'all', null, $3, true)", [
        people.maya.id,
        people.rosa.id,
        clock.now(),
      ])
      await signIn()
      for (const { change, isPremium, isBetween } of steps) {
        // The bell has one level.
        const isShut = (change === 'off' && state.premiumOnly) || (change === 'premiumOnly' && state.off)
        const turn = async () => {
          if (isShut) return
          state[change] = !state[change]
          await apply(change, state[change])
        }
        if (!isBetween) await turn()
        const { id } = await maya.call(signals.post, {
          body: { content: 'Bought', signalType: 'buy', tickers: '["NVDA"]', isPremium },
        })
        await delivered()
        if (isBetween) await turn()
        const deps = { ...server.deps, publicUrl: server.origin }
        await Promise.all([1, 2].map(() => sendPush(deps, openCircuits(clock))))
        const told = server.phones.store.messages.filter(({ topic }) => topic === id.replaceAll('-', ''))
        expect(told, `${change}, ${JSON.stringify(state)}`).toHaveLength(mayHear(state, isPremium) ? 1 : 0)
      }
    }),
    { numRuns: runs(150) },
  )
})

async function delivered() {
  for (;;) {
    const { rows } = await server.deps.pool.query('select from deliveries')
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
