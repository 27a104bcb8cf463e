// Random sequences of blocks, mutes, lapses, sign-outs, private profiles and bell changes between Maya's actions and the
// alerts to Rosa. In the list, in instant emails, in a digest, after quiet hours and on her phone, Rosa gets exactly the
// alerts that she may see at that time.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { renewLateEmail } from '#server/features/alerts/email/renew-late.ts'
import { isFull, runSeed } from '#test/test-scope.ts'
import { queuedEmails, sendRepeatedly } from './alert-emails.ts'
import { type Mode, sequenceServer } from './alert-sequence-server.ts'
import {
  alertsOf,
  apply,
  calm,
  type Change,
  CHANGES,
  type Event,
  EVENTS,
  happen,
  pushedOf,
  rings,
  type State,
} from './alert-world.ts'

const SEQUENCES = Number(process.env['ALERT_SEQUENCES'] ?? (isFull ? 10_000 : 100))

const { server, people, ids, reset, listed, push, pass, waitUntilDue } = await sequenceServer()
afterAll(() => server.stop())

const anyChange = fc.record({ change: fc.constantFrom<Change>(...CHANGES) })
const anyEvent = fc.record({
  event: fc.record({
    kind: fc.constantFrom('signal' as const, 'signal' as const, ...EVENTS),
    isPremium: fc.boolean(),
    names: fc.boolean(),
    says: fc.boolean(),
  }),
})
const Sequence = fc.record({
  mode: fc.constantFrom<Mode>('at_once', 'digest', 'quiet'),
  steps: fc.array(fc.oneof(anyChange, anyEvent, anyEvent, fc.constant('send' as const)), {
    minLength: 2,
    maxLength: 8,
  }),
  /** What changes after the emails are queued, while the mail server is down. */
  late: fc.option(fc.constantFrom<Change>(...CHANGES)),
})

/** Events that have no effect the second time. */
const ONCE = new Set<Event['kind']>(['follow', 'useful', 'outcome', 'subscriber'])

/** What the phone shows, by the names of `alertOf`. */
const TITLES: [kind: string, title: RegExp][] = [
  ['mention', /^Maya mentioned you$/],
  ['reply', /^Maya commented on your signal$/],
  ['follow', /^Maya follows you$/],
  ['useful', /^1 person found your signal useful$/],
  ['outcome', /closed$/],
  ['subscriber', /^New subscriber: Maya$/],
]
const MORE_THAN_ONE = /^(\d+) (?:signals|alerts) while you were away$/
const countIn = (title: string) => Number(MORE_THAN_ONE.exec(title)?.[1] ?? 1)

type Run = {
  mode: Mode
  state: State
  events: Event[]
  /** The events since the last `send`. */
  fresh: Event[]
  /** When the first signal that quiet hours hold was posted. */
  heldSince: Date | null
  hasChanged: boolean
}

/** Sends what is due, and compares it with what Rosa may see now. */
async function send(run: Run): Promise<void> {
  const { mode, state, events, fresh } = run
  await server.deps.db.deleteFrom('emails').execute()
  await sendRepeatedly(server)
  const emails = await queuedEmails(server)
  const about = fresh.filter(({ kind }) => kind === 'signal')
  if (mode === 'at_once') {
    const rung = about.filter((event) => rings(state, event))
    expect(emails.map(({ data }) => data['signals']?.length)).toEqual(rung.map(() => 1))
  } else expect(emails).toEqual([])
  if (mode === 'quiet' && (!state.off || !state.lapsed)) {
    const [first] = about
    run.heldSince ??= first?.at ?? null
  }
  const shown = await push()
  if (state.signedOut || mode === 'quiet') expect(shown).toEqual([])
  else {
    const may = new Set(pushedOf(state, events))
    const signalIds = new Set(events.map(({ id }) => id))
    const told = shown.flatMap(({ title, tag }) =>
      signalIds.has(tag) ? [tag] : (TITLES.find(([, pattern]) => pattern.test(title))?.[0] ?? title),
    )
    const sum = told.find((one) => MORE_THAN_ONE.test(one))
    if (sum !== undefined) expect(countIn(sum)).toBeLessThanOrEqual(may.size)
    else {
      expect(told.filter((one) => !may.has(one))).toEqual([])
      expect(told).toEqual(expect.arrayContaining(pushedOf(state, fresh)))
    }
  }
  run.fresh = []
}

/** Sends the digest and what quiet hours held, and checks both. */
async function sendWhatIsDue(run: Run): Promise<void> {
  const { mode, state, events, heldSince } = run
  await server.deps.db.deleteFrom('emails').execute()
  waitUntilDue()
  await sendRepeatedly(server)
  const emails = await queuedEmails(server)
  const may = alertsOf(state, events)
  if (mode === 'digest') {
    const signals = may.filter((one) => one.startsWith('signal '))
    const ended = may.filter((one) => one === 'outcome')
    const expected = [signals.length, ended.length, may.length - signals.length - ended.length]
    expect(
      emails.map(({ data }) => [data['signals'], data['ended'], data['others']].map((rows) => rows?.length)),
    ).toEqual(may.length > 0 ? [expected] : [])
    return
  }
  const held = events.filter((event) => heldSince !== null && event.at >= heldSince && rings(state, event))
  expect(emails.map(({ data }) => data['signals']?.length)).toEqual(held.length > 0 ? [held.length] : [])
  const shown = await push()
  const pushed = pushedOf(state, events)
  expect(shown.length).toBeLessThanOrEqual(state.signedOut || pushed.length === 0 ? 0 : 1)
  const count = shown.map(({ title }) => countIn(title))[0] ?? 0
  expect(count).toBeLessThanOrEqual(pushed.length)
  if (!run.hasChanged) expect(count).toBe(pushed.length)
}

/** Applies a change while the mail server is down, and checks that the emails are updated before they are sent. */
async function checkLate({ state, events }: Run, change: () => Promise<void>): Promise<void> {
  const { db } = server.deps
  await server.jobsDone()
  await db.updateTable('emails').set({ sentAt: null }).execute()
  const signalsIn = async () =>
    (await db.selectFrom('emails').select('data').where('template', '=', 'signalAlerts').execute()).map(
      ({ data }) => (data as unknown as { covered: { signalId: string }[] }).covered[0]?.signalId,
    )
  const before = await signalsIn()
  const emails = await db.selectFrom('emails').select('id').execute()
  await change()
  pass(3000)
  for (const { id } of emails) await renewLateEmail(server.deps, id)
  const may = new Set(events.filter((event) => rings(state, event)).map(({ id }) => id))
  expect((await signalsIn()).toSorted()).toEqual(before.filter((id) => may.has(id ?? '')).toSorted())
}

test(
  'Rosa gets exactly the alerts that she may see when they are sent',
  { timeout: 600_000 + SEQUENCES * 300 },
  async () => {
    await fc.assert(
      fc.asyncProperty(Sequence, async ({ mode, steps, late }) => {
        await reset(mode)
        const run: Run = { mode, state: calm(), events: [], fresh: [], heldSince: null, hasChanged: false }
        const { state, events } = run
        const change = async (one: Change) => {
          run.hasChanged = true
          state[one] = !state[one]
          await apply(server, people, state, one)
        }
        for (const step of [...steps, 'send' as const]) {
          if (step === 'send') await send(run)
          else if ('change' in step) await change(step.change)
          else {
            const isRepeated =
              ONCE.has(step.event.kind) && events.some(({ kind }) => kind === step.event.kind)
            const event = isRepeated ? undefined : await happen(server, people, ids, state, step.event)
            if (event) for (const list of [events, run.fresh]) list.push(event)
          }
          expect((await listed()).toSorted()).toEqual(alertsOf(state, events).toSorted())
        }
        if (mode !== 'at_once') return await sendWhatIsDue(run)
        if (late !== null) await checkLate(run, () => change(late))
      }),
      { numRuns: SEQUENCES, seed: runSeed },
    )
  },
)
