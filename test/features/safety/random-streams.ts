// The open pages of people in a random world: which of them get an event when one posts a signal or a comment.
import { expect, vi } from 'vitest'
import { notify } from '#server/db/notify.ts'
import { postComment } from '#server/features/comments/post-comment.ts'
import { followThread } from '#server/features/comments/read-thread.ts'
import { postSignal } from '#server/features/signals/post-signal.ts'
import { NewSignal } from '#shared/contracts/signals.ts'
import type { Change } from '#shared/live.ts'
import { type LivePage, openLive } from '#test/live-page.ts'
import type { Browser, TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { type Name, NAMES, type RandomWorld } from './random-world.ts'

/** Nothing in the world causes this event, so it marks a moment in each stream. */
const MARK: Change = 'portfolio'

/** `threadId`: the signal whose thread all of them have open. */
export async function openStreams(
  { deps }: TestServer,
  world: RandomWorld,
  browser: (name: Name) => Browser,
  threadId: string,
) {
  const pages = {} as Record<Name, LivePage>
  for (const name of NAMES) pages[name] = await openLive(browser(name))
  const ids = NAMES.map((name) => world.people[name].id)
  let marks = 0

  /** Resolves with the number of events on each page, once all events of earlier commits have arrived. */
  async function mark(): Promise<Record<Name, number>> {
    await emptied('deliveries')
    await emptied('changes')
    await notify(deps.db, ids, MARK)
    marks += 1
    const places = {} as Record<Name, number>
    for (const name of NAMES)
      await vi.waitFor(
        () => {
          const { events } = pages[name]
          places[name] = events.length
          expect(events.filter((what) => what === MARK)).toHaveLength(marks)
        },
        { timeout: WAIT_TIMEOUT_MS, interval: 2 },
      )
    return places
  }

  async function emptied(table: 'deliveries' | 'changes'): Promise<void> {
    for (;;) {
      const row = await deps.db
        .selectFrom(table)
        .select(deps.db.fn.countAll<number>().as('n'))
        .executeTakeFirst()
      if (Number(row?.n) === 0) return
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  /** The events that each of the others gets while this person does something. */
  async function heardOf(who: Name, act: () => Promise<unknown>) {
    const before = await mark()
    await act()
    const after = await mark()
    return NAMES.filter((one) => one !== who).map((name) => ({
      name,
      events: pages[name].events.slice(before[name], after[name]).filter((what) => what !== MARK),
    }))
  }

  return {
    /** Posts a signal. People with it in their feed get an event, and people who may not see `who` get none. */
    async checkSignal(who: Name): Promise<void> {
      const signal = NewSignal.parse({ content: 'Heard', signalType: 'buy' })
      for (const { name, events } of await heardOf(who, () =>
        postSignal(deps, world.people[who].id, signal),
      )) {
        if (!world.sees(name, who)) expect(events, `${name} hears that ${who} posted`).toEqual([])
        if (world.isInFeed(name, who)) expect(events).toContain('feed')
      }
    },
    /** Writes a comment that mentions the others, who have the thread open. */
    async checkComment(who: Name): Promise<void> {
      for (const id of ids) await followThread(deps, id, threadId)
      const body = NAMES.map((name) => `@${world.people[name].username}`).join(' ')
      const draft = { body, parentId: null, showsHolding: false }
      const heard = await heardOf(who, () => postComment(deps, world.people[who].id, threadId, draft))
      for (const { name, events } of heard) {
        const expected = world.sees(name, who) ? ['alerts', 'comments'] : []
        expect(events.toSorted(), `${name} hears that ${who} commented`).toEqual(expected)
      }
      // The number of comments per person is limited.
      await deps.db.deleteFrom('comments').where('body', '=', body).execute()
    },
    close: () => NAMES.forEach((name) => pages[name].close()),
  }
}
