// A server that pushes only when the test says so, with a clock that the test moves: Rosa pays Maya and follows Theo.
import { openCircuits } from '#server/features/alerts/push/circuits.ts'
import { sendPush } from '#server/features/alerts/push/loop.ts'
import { systemClock } from '#server/clock.ts'
import { signals } from '#shared/contracts/signals.ts'
import { startServer } from '#test/server.ts'
import { addPhone, untilDelivered } from './phones.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

export type PushServer = Awaited<ReturnType<typeof pushServer>>

export async function pushServer(options: Pick<NonNullable<Parameters<typeof startServer>[0]>, 'log'> = {}) {
  // Noon in New York.
  let at = Date.parse('2027-01-12T17:00:00Z')
  const clock = { ...systemClock, now: () => new Date((at += 1)) }
  const server = await startServer({ clock, sequencer: false, push: false, ...options })
  const people = await buildPeople(server.deps, {
    maya: creator({ displayName: 'Maya' }),
    theo: creator({ displayName: 'Theo' }),
    rosa: member({ subscribesTo: ['maya'], follows: ['theo'] }),
  })
  const maya = await server.signIn('maya')
  return {
    server,
    clock,
    people,
    maya,
    nowMs: () => at,
    pass: (ms: number) => void (at += ms),
    setTime: (time: string) => void (at = Date.parse(time)),
    /** Removes all devices and due pushes, and signs Rosa in with a phone. */
    async start() {
      await server.deps.db.deleteFrom('pushDevices').execute()
      await server.deps.db.updateTable('deliveryReceipts').set({ pushDueAt: null }).execute()
      const rosa = await server.signIn('rosa')
      return { rosa, phone: await addPhone(server, rosa) }
    },
    post: (content: string, { isPremium = false, by = maya } = {}) =>
      by.call(signals.post, { body: { content, signalType: 'buy', tickers: '["NVDA"]', isPremium } }),
    /** Runs the loop's step on two copies at once, and once more, as after a crash. */
    async run(circuits = openCircuits(clock)) {
      await untilDelivered(server)
      const deps = { ...server.deps, publicUrl: server.origin }
      await Promise.all([sendPush(deps, circuits), sendPush(deps, circuits)])
      await sendPush(deps, circuits)
    },
  }
}
