// A server for sequences in which Rosa gets alerts about Maya. Each channel sends only when the test tells it to.
import { randomUUID } from 'node:crypto'
import { FIRST_PAGE } from '#server/db/page.ts'
import { systemClock } from '#server/clock.ts'
import { openCircuits } from '#server/features/alerts/push/circuits.ts'
import { sendPush } from '#server/features/alerts/push/loop.ts'
import { alertRows } from '#server/features/alerts/alert-rows.ts'
import { ALERT_KINDS, KINDS } from '#shared/rules/alert-kinds.ts'
import { startServer } from '#test/server.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { apply, calm } from './alert-world.ts'

/** How Rosa gets emails: signals at once, everything in a digest, or signals at once except during quiet hours. */
export type Mode = 'at_once' | 'digest' | 'quiet'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Each sequence gets its own ten minutes within one UTC day, because alerts are grouped by day. */
const SEQUENCE_MS = 10 * MINUTE_MS
/** From the start of a sequence until quiet hours end and the digest is due. */
const WAIT_MINUTES = 5
const FOREVER = new Date('2100-01-01')

export async function sequenceServer() {
  let startMs = Date.parse('2027-01-12T17:00:00Z')
  let nowMs = startMs
  const clock = { ...systemClock, now: () => new Date((nowMs += 1)) }
  const circuits = openCircuits(clock)
  const server = await startServer({ clock, sequencer: false, push: false })
  const { deps } = server
  const { db, pool, push } = deps
  const people = await buildPeople(deps, {
    maya: creator({ displayName: 'Maya', signals: [{ content: 'Closed', tickers: ['NVDA'] }] }),
    theo: creator({ signals: ['Theirs'] }),
    rosa: creator({ subscribesTo: ['maya'], signals: ['Hers'] }),
  })
  const personId = people.rosa.id
  const rows = await db.selectFrom('signals').select(['id', 'content']).execute()
  const idOf = (text: string) => rows.find(({ content }) => content === text)?.id ?? ''
  const ids = { rosas: idOf('Hers'), theos: idOf('Theirs'), closed: idOf('Closed') }
  await db
    .insertInto('bookmarks')
    .values({ personId, signalId: ids.closed, createdAt: clock.now() })
    .execute()
  const { number = 0, publicKey = '' } = push.newestKey ?? {}
  const phone = server.phones.subscribe(publicKey)
  await db
    .insertInto('sessions')
    .values({ sid: 'hers', sess: '{}', expire: FOREVER, userId: personId })
    .execute()

  return {
    server,
    people,
    ids,
    /** Moves the clock past the end of quiet hours and the time of the digest. */
    waitUntilDue: () => void (nowMs = startMs + WAIT_MINUTES * MINUTE_MS + 1000),
    pass: (ms: number) => void (nowMs += ms),

    /** Resets everything: Rosa follows and pays Maya, wants all alerts, and is signed in with a phone. */
    reset: async (mode: Mode): Promise<void> => {
      const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
      do startMs += SEQUENCE_MS
      while (dayOf(startMs) !== dayOf(startMs + SEQUENCE_MS))
      nowMs = startMs
      const now = clock.now()
      const tables = ['blocks', 'mutes', 'comments', 'useful', 'follows', 'alerts', 'emails', 'alert_runs']
      const settings = ['alert_bells', 'alert_preferences', 'alert_schedules', 'push_devices']
      for (const table of [...tables, ...settings]) await pool.query(`delete from ${table}`)
      for (const change of ['unfollowed', 'lapsed', 'private', 'signedOut'] as const)
        await apply(server, people, calm(), change)
      await db
        .insertInto('alertBells')
        .values({ authorId: people.maya.id, personId, level: 'all', createdAt: now })
        .execute()
      const kinds = ALERT_KINDS.filter((kind) => !KINDS[kind].isFixed)
      const signalEmail = mode === 'digest' ? ('digest' as const) : ('at_once' as const)
      await db
        .insertInto('alertPreferences')
        .values(
          kinds.map((kind) => ({
            personId,
            kind,
            list: true,
            push: true,
            email: kind === 'signal' ? signalEmail : ('digest' as const),
          })),
        )
        .execute()
      const minute = Math.floor((startMs % DAY_MS) / MINUTE_MS)
      const dueAt = new Date(startMs + WAIT_MINUTES * MINUTE_MS)
      await db
        .insertInto('alertSchedules')
        .values({
          personId,
          timeZone: 'UTC',
          quietFrom: mode === 'quiet' ? minute : null,
          quietTo: mode === 'quiet' ? minute + WAIT_MINUTES : null,
          digest: mode === 'digest' ? 'daily' : 'off',
          digestMinute: 0,
          digestWeekday: 0,
          nextDigestAt: mode === 'digest' ? dueAt : null,
          digestSince: now,
        })
        .execute()
      const { endpoint, keys } = phone
      const device = { id: randomUUID(), personId, session: 'hers', endpoint, ...keys, createdAt: now }
      await db
        .insertInto('pushDevices')
        .values({ ...device, vapidKey: number })
        .execute()
    },

    /** What the list shows, with the names that `alertOf` in alert-world.ts returns. */
    listed: async (): Promise<string[]> => {
      const span = { from: new Date(startMs), before: FIRST_PAGE, limit: 100 }
      const found = await alertRows(deps, personId, ALERT_KINDS, span)
      return found.map(({ kind, signal, comment }) => {
        if (kind === 'follower') return 'follow'
        const isAboutSignal = (kind === 'signal' || kind === 'mention') && !comment
        return signal && isAboutSignal ? `${kind} ${signal.id}` : kind
      })
    },

    /** Sends on two copies at once, and returns what the phone showed. */
    push: async (): Promise<{ title: string; tag: string }[]> => {
      const before = server.phones.store.messages.length
      const copy = () => sendPush({ ...deps, publicUrl: server.origin }, circuits)
      await Promise.all([copy(), copy()])
      // Push reads a device again a second after its last message.
      nowMs += 2000
      await copy()
      return server.phones.store.messages
        .slice(before)
        .map(
          ({ payload }) =>
            (JSON.parse(payload) as { notification: { title: string; tag: string } }).notification,
        )
    },
  }
}
