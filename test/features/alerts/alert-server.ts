// A server with a clock that moves with each post, and people who follow and pay each other.
import { systemClock } from '#server/clock.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { auth } from '#shared/contracts/auth.ts'
import { signals } from '#shared/contracts/signals.ts'
import type { AlertFilter, BellLevel } from '#shared/rules/alert-kinds.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { type Browser, startServer } from '#test/server.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'

const POST_MS = 1000

/** Rosa follows both creators, Paul pays Maya; the others do nothing yet. */
export async function alertServer() {
  let aheadMs = 0
  const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) }
  const server = await startServer({ clock })
  const people = await buildPeople(server.deps, {
    maya: creator({ displayName: 'Maya' }),
    theo: creator({ displayName: 'Theo' }),
    rosa: member({ follows: ['maya', 'theo'] }),
    paul: member({ subscribesTo: ['maya'] }),
    omar: member(),
    fan: member(),
    nora: member(),
  })
  type Name = keyof typeof people
  const browsers = new Map<Name, Browser>()
  for (const name of Object.keys(people) as Name[]) browsers.set(name, await server.signIn(name))
  const as = (name: Name): Browser => {
    const browser = browsers.get(name)
    if (!browser) throw new Error(`${name} isn't signed in`)
    return browser
  }
  const list = (name: Name, filter: AlertFilter = 'all') => as(name).call(alerts.list, { query: { filter } })
  return {
    server,
    clock,
    people,
    as,
    list,
    titles: async (name: Name, filter?: AlertFilter) =>
      (await list(name, filter)).map((alert) => alertText(alert).title),
    unseen: async (name: Name) => (await as(name).call(auth.currentUser))?.alerts.unseen ?? Number.NaN,
    setBell: (name: Name, author: Name, level: BellLevel) =>
      as(name).call(alerts.setBell, { params: { authorId: people[author].id }, body: { level } }),
    post: async (by: Name, content: string, isPremium = false) => {
      aheadMs += POST_MS
      return await as(by).call(signals.post, {
        body: { content, signalType: 'buy', tickers: '["NVDA"]', isPremium },
      })
    },
  }
}
