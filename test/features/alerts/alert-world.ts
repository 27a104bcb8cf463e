// Maya's actions, later changes between her and Rosa, and the alerts that Rosa may get, tracked without the database.
import { addAlerts, addOutcomeAlerts } from '#server/alerts/add-alerts.ts'
import { postComment } from '#server/features/comments/post-comment.ts'
import { findUseful } from '#server/features/comments/useful.ts'
import { follow } from '#server/features/follows/follow.ts'
import { postSignal } from '#server/features/signals/post-signal.ts'
import { NewSignal } from '#shared/contracts/signals.ts'
import type { TestServer } from '#test/server.ts'
import type { Person } from '#tools/demo/build-people.ts'
import { untilDelivered } from './phones.ts'

export const CHANGES = [
  'blocked',
  'blocks',
  'mutes',
  'mutesTicker',
  'mutesWord',
  'lapsed',
  'signedOut',
  'private',
  'unfollowed',
  'off',
  'premiumOnly',
  'noPush',
] as const
export type Change = (typeof CHANGES)[number]
export type State = Record<Change, boolean>
export const calm = () => Object.fromEntries(CHANGES.map((change) => [change, false])) as State

export const EVENTS = ['signal', 'reply', 'mention', 'follow', 'useful', 'outcome', 'subscriber'] as const
/** `names`: the signal mentions Rosa. `says`: the signal or comment contains the word that she may mute. */
export type NewEvent = { kind: (typeof EVENTS)[number]; isPremium: boolean; names: boolean; says: boolean }
/** `id`: the signal's id; an empty string for other events. */
export type Event = NewEvent & { id: string; at: Date }

export type People = Record<'maya' | 'rosa' | 'theo', Person>
/** Rosa's own signal, Theo's, and a closed one of Maya's that Rosa has saved. */
export type Signals = Record<'rosas' | 'theos' | 'closed', string>

/** Undefined if Maya can't do it, because one of the two has blocked the other. */
export async function happen(
  server: TestServer,
  { maya, rosa }: People,
  ids: Signals,
  { blocked, blocks }: State,
  event: NewEvent,
): Promise<Event | undefined> {
  const { deps } = server
  const { kind, isPremium, names, says } = event
  const text = `Listen${says ? ', a sure thing' : ''}`
  const done = (id = '') => ({ ...event, id, at: deps.clock.now() })
  if ((blocked || blocks) && ['reply', 'follow', 'useful'].includes(kind)) return undefined
  const comment = { parentId: null, showsHolding: false }
  switch (kind) {
    case 'signal': {
      const content = names ? `${text} @rosa` : text
      const signal = { content, signalType: 'buy', tickers: ['NVDA'], isPremium }
      const { id, createdAt } = await postSignal(deps, maya.id, NewSignal.parse(signal))
      await untilDelivered(server)
      return { ...event, id, at: createdAt }
    }
    case 'reply':
      await postComment(deps, maya.id, ids.rosas, { body: text, ...comment })
      return done()
    case 'mention':
      await postComment(deps, maya.id, ids.theos, { body: `${text} @rosa`, ...comment })
      return done()
    case 'follow':
      await follow(deps, maya.id, rosa.id)
      return done()
    case 'useful':
      await findUseful(deps, maya.id, ids.rosas)
      return done()
    case 'outcome':
      await deps.db.transaction().execute((trx) => addOutcomeAlerts(trx, deps.clock.now(), [ids.closed]))
      return done()
    case 'subscriber': {
      const facts = { priceInCents: 500, shareInCents: 450 }
      const about = { personIds: [rosa.id], cause: 'the same', actorId: maya.id, facts }
      await addAlerts(deps.db, deps.clock, { kind, ...about })
      return done()
    }
  }
}

const sees = ({ blocked, blocks, private: isPrivate, lapsed }: State) =>
  !blocked && !blocks && (!isPrivate || !lapsed)
const hears = (state: State) => sees(state) && !state.mutes
/** A muted ticker or word never removes a locked signal. */
const isQuiet = (state: State, { isPremium, says }: Pick<Event, 'isPremium' | 'says'>) =>
  (!isPremium || !state.lapsed) && (state.mutesTicker || (state.mutesWord && says))

/** Whether a signal rings the bell now. */
export const rings = (state: State, event: Event) =>
  event.kind === 'signal' &&
  hears(state) &&
  (!state.lapsed || !state.unfollowed) &&
  !state.off &&
  (!state.premiumOnly || event.isPremium) &&
  !isQuiet(state, event)

const isMention = (state: State, event: Event) =>
  event.kind === 'signal' &&
  event.names &&
  hears(state) &&
  (!event.isPremium || !state.lapsed) &&
  !isQuiet(state, event)

/** The alert that Rosa may get for an event now; null if none. Events with the same alert are grouped. */
export function alertOf(state: State, event: Event): string | null {
  const { kind, id, says } = event
  if (isMention(state, event)) return `mention ${id}`
  if (kind === 'signal') return rings(state, event) ? `signal ${id}` : null
  if (kind === 'outcome')
    return hears(state) && !isQuiet(state, { isPremium: false, says: false }) ? kind : null
  if ((kind === 'reply' || kind === 'mention') && state.mutesWord && says) return null
  return hears(state) ? kind : null
}

/** The alerts that go to Rosa's phone. A signal that rings her bell and mentions her is one notification there. */
export const pushedOf = (state: State, events: readonly Event[]): string[] =>
  alertsOf(state, events).flatMap((alert) =>
    state.noPush && alert.startsWith('signal ') ? [] : [alert.replace(/^(signal|mention) /, '')],
  )

export const alertsOf = (state: State, events: readonly Event[]): string[] => [
  ...new Set(events.flatMap((event) => alertOf(state, event) ?? [])),
]

/** Writes a change to the database. A bell change writes `off` and `premiumOnly`, because a bell has one level. */
export async function apply(
  { deps }: TestServer,
  { maya: { id: author }, rosa: { id: reader } }: People,
  state: State,
  change: Change,
): Promise<void> {
  const run = (text: string, ...values: unknown[]) => deps.pool.query(text, values)
  const now = deps.clock.now()
  const isOn = state[change]
  const block = async (who: string, whom: string) =>
    await (isOn
      ? run('insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, $3)', who, whom, now)
      : run('delete from blocks where blocker_id = $1', who))
  const mute = async (kind: string, value: string) =>
    await (isOn
      ? run(
          'insert into mutes (id, person_id, kind, value, created_at) values (gen_random_uuid(), $1, $2, $3, $4)',
          reader,
          kind,
          value,
          now,
        )
      : run('delete from mutes where kind = $1', kind))
  switch (change) {
    case 'blocked':
      return void (await block(author, reader))
    case 'blocks':
      return void (await block(reader, author))
    case 'mutes':
      return void (await mute('person', author))
    case 'mutesTicker':
      return void (await mute('ticker', 'NVDA'))
    case 'mutesWord':
      return void (await mute('word', 'sure thing'))
    case 'lapsed':
      return void (await run(
        'update subscriptions set status = $1, current_period_end = $2',
        isOn ? 'canceled' : 'active',
        new Date(now.getTime() + (isOn ? -1 : 864_000_000)),
      ))
    case 'signedOut':
      return void (await run('update sessions set expire = $1', isOn ? now : new Date('2100-01-01')))
    case 'private':
      return void (await run('update users set is_public = $1 where id = $2', !isOn, author))
    case 'unfollowed':
      return void (await (isOn
        ? run('delete from follows where follower_id = $1', reader)
        : run(
            'insert into follows (id, follower_id, following_id, created_at) values (gen_random_uuid(), $1, $2, $3)',
            reader,
            author,
            now,
          )))
    case 'noPush':
      return void (await run('update alert_bells set push = $1', isOn ? false : null))
    case 'off':
    case 'premiumOnly':
      return void (await run(
        'update alert_bells set level = $1',
        state.off ? 'off' : state.premiumOnly ? 'premium' : 'all',
      ))
  }
}
