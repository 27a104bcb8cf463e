// Nothing of a sealed trade can be read off anything that others get: two servers differ only in the trades that are sealed, and every
// answer is compared, with its status, its headers and its length.
import { afterEach, expect, test } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import type { SignalOptions } from '#demo/person-options.ts'
import { read, settle, standingClock, world, type World } from './two-worlds.ts'

const running: World[] = []
afterEach(async () => {
  for (const { server } of running.splice(0)) await server.stop()
})

const at = (days: number, signal: SignalOptions): SignalOptions => ({ ...signal, hoursAgo: days * 24 })
/** What everybody sees. Some of these add to a sealed trade or close one, in one world. */
const SHOWN: SignalOptions[] = [
  at(80, { content: 'One', tickers: ['AAPL'], timeHorizon: 'weeks' }),
  at(79, { content: 'Two', tickers: ['AMD'], timeHorizon: 'years' }),
  at(78, { content: 'Three', tickers: ['QQQM'], signalType: 'sell', timeHorizon: 'months' }),
  at(60, { content: 'Four', tickers: ['NVDA'], timeHorizon: 'weeks' }),
  at(50, { content: 'Five', tickers: ['MSFT'], timeHorizon: 'weeks' }),
  at(40, { content: 'Six', tickers: ['TSLA'], signalType: 'sell', intent: 'taking_profits' }),
  at(30, { content: 'Seven', tickers: ['AAPL'], timeHorizon: 'months' }),
  at(20, { content: 'Eight', tickers: ['NVDA'], signalType: 'sell' }),
]
const sealed = (signal: Partial<SignalOptions>, content: string, days: number) =>
  at(days, { content, isPremium: true, ...signal })
const ONE_SECRET: Partial<SignalOptions>[] = [
  { tickers: ['NVDA'], timeHorizon: 'years' },
  { tickers: ['TSLA'], timeHorizon: 'years' },
  { tickers: ['MSFT'], signalType: 'sell', timeHorizon: 'years' },
  { tickers: ['AAPL', 'AMD'], timeHorizon: 'years' },
]
const OTHER_SECRET: Partial<SignalOptions>[] = [
  { signalType: 'comment' },
  { tickers: ['7203.T'] },
  { tickers: ['QQQM'], timeHorizon: 'days' },
  { signalType: 'comment', tickers: ['NVDA'] },
]
const withSecret = (secret: readonly Partial<SignalOptions>[], length: number) => [
  ...SHOWN,
  ...secret.map((signal, place) => sealed(signal, 'x'.repeat(length), 70 - place * 9)),
]

test('what premium signals say shows nowhere but to those who pay', async () => {
  const clock = standingClock()
  const worlds = [
    await world(clock, withSecret(ONE_SECRET, 20)),
    await world(clock, withSecret(OTHER_SECRET, 400)),
  ] as const
  running.push(...worlds)
  const tags = [new Map<string, string>(), new Map<string, string>()] as const
  const compare = async () => {
    const [one, other] = [
      await read(worlds[0], ['visitor', 'nora'], tags[0]),
      await read(worlds[1], ['visitor', 'nora'], tags[1]),
    ]
    for (const [name, answer] of Object.entries(one))
      expect.soft({ [name]: other[name] }).toEqual({ [name]: answer })
  }
  await compare()
  // Those who pay see the difference.
  const [paid, otherPaid] = [await read(worlds[0], ['rosa']), await read(worlds[1], ['rosa'])]
  for (const name of ['rosa: record of ada', 'rosa: days of ada', 'rosa: outcomes of ada'])
    expect(otherPaid[name]).not.toEqual(paid[name])

  clock.pass(60_000)
  const post = { signalType: 'buy' as const, isPremium: true }
  for (const [place, of] of worlds.entries())
    await of.viewers['ada']?.call(signals.post, {
      body: place === 0 ? { ...post, content: 'A', tickers: ['TSLA'] } : { ...post, content: 'Another' },
    })
  for (const of of worlds) await settle(of)
  await compare()
})
