// Nothing that others get reveals a sealed trade: two servers differ only in the trades that are sealed, and every
// answer is compared, with its status, its headers and its length.
import { afterEach, expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import { signals } from '#shared/contracts/signals.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { SignalOptions } from '#tools/demo/person-options.ts'
import { addresses, type Answer, read, settle, standingClock, world, type World } from './two-worlds.ts'

const running: World[] = []
afterEach(async () => {
  for (const { server } of running.splice(0)) await server.stop()
})

const at = (days: number, signal: SignalOptions): SignalOptions => ({ ...signal, hoursAgo: days * 24 })
/**
 * Signals that everybody sees, in the same shares as sealed ones: in one world, each of them follows a sealed trade in its share
 * or precedes one.
 */
const SHOWN: SignalOptions[] = [
  at(79, { content: 'One', tickers: ['AMD'], timeHorizon: 'years' }),
  at(78, { content: 'Two', tickers: ['QQQM'], signalType: 'sell', timeHorizon: 'months' }),
  at(60, { content: 'Three', tickers: ['NVDA'], timeHorizon: 'weeks' }),
  at(30, { content: 'Four', tickers: ['AAPL'], timeHorizon: 'months' }),
  at(0, { content: 'Five', tickers: ['TSLA'], signalType: 'sell', intent: 'taking_profits' }),
  at(0, { content: 'Six', tickers: ['NVDA'], signalType: 'sell' }),
]
const sealed = (signal: Partial<SignalOptions>, content: string, days: number) =>
  at(days, { content, isPremium: true, ...signal })
/** None of these trades ends, because an ended one is opened: `ended-trades.test.ts`. */
const ONE_SECRET: Partial<SignalOptions>[] = [
  {
    tickers: ['NVDA'],
    timeHorizon: 'years',
    details: { confidence: '80', target: '900', promotion: 'paid' },
  },
  { tickers: ['TSLA'], timeHorizon: 'years' },
  { tickers: ['MSFT'], timeHorizon: 'years' },
  { tickers: ['AAPL', 'AMD'], timeHorizon: 'years' },
]
const OTHER_SECRET: Partial<SignalOptions>[] = [
  { signalType: 'comment' },
  { tickers: ['7203.T'] },
  { tickers: ['QQQM'], signalType: 'sell', timeHorizon: 'years' },
  { signalType: 'comment', tickers: ['NVDA'] },
]
const withSecret = (secret: readonly Partial<SignalOptions>[], length: number) => [
  ...SHOWN,
  ...secret.map((signal, place) => sealed(signal, 'x'.repeat(length), 70 - place * 9)),
]

/** Compares everything that others get from both servers, including what changed since last time. */
function comparing(worlds: readonly [World, World]) {
  const tags = [new Map<string, string>(), new Map<string, string>()] as const
  const viewers = ['visitor', 'nora']
  return async () => {
    const [one, other] = [await read(worlds[0], viewers, tags[0]), await read(worlds[1], viewers, tags[1])]
    for (const [name, answer] of Object.entries(one))
      expect.soft({ [name]: other[name] }).toEqual({ [name]: answer })
  }
}

test('only those who pay see what premium signals say', async () => {
  const clock = standingClock()
  const worlds = [
    await world(clock, withSecret(ONE_SECRET, 20)),
    await world(clock, withSecret(OTHER_SECRET, 400)),
  ] as const
  running.push(...worlds)
  const compare = comparing(worlds)
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

/** What a private author posts: all of it is sealed, premium or not. */
const asPrivate = (secret: readonly Partial<SignalOptions>[]) =>
  secret.map((signal, place) => at(70 - place * 9, { content: `Private ${place}`, ...signal }))

test('only those who pay see what a private author posts, and only the log shows others that they posted', async () => {
  const clock = standingClock()
  const [posting, otherPosting, silent] = [
    await world(clock, SHOWN, { cleo: asPrivate(ONE_SECRET) }),
    await world(clock, SHOWN, { cleo: asPrivate(OTHER_SECRET) }),
    await world(clock, SHOWN),
  ] as const
  running.push(posting, otherPosting, silent)
  await comparing([posting, otherPosting])()
  const [paid, otherPaid] = [await read(posting, ['rosa']), await read(otherPosting, ['rosa'])]
  expect(otherPaid['rosa: record of cleo']).not.toEqual(paid['rosa: record of cleo'])

  const { rows } = await posting.server.deps.pool.query<{ id: string }>(
    'select g.id from signals g join users u on u.id = g.user_id where not u.is_public',
  )
  const hidden = rows.map(({ id }) => id)
  const ofSignals = async (ids: readonly string[]) =>
    await read({ ...posting, signals: [...ids] }, ['visitor', 'nora'])
  const withoutPlaces = (answers: Record<string, Answer>) =>
    Object.entries(answers).flatMap(([name, { body, ...answer }]) =>
      /log page|checkpoint|: days$|logged|proof|entries/.test(name)
        ? []
        : [
            {
              name,
              ...answer,
              headers: {},
              body: body.replaceAll(/"(logIndex|index)":\d+|\d+(?=,http)/g, ''),
            },
          ],
    )
  const shown = posting.signals.filter((id) => !hidden.includes(id))
  expect(withoutPlaces(await ofSignals(shown))).toEqual(
    withoutPlaces(await read(silent, ['visitor', 'nora'])),
  )
  // Each is answered like a signal that doesn't exist, except in the log's own files.
  const unknown = hidden.map((_, place) => `99999999-0000-4000-8000-${String(place).padStart(12, '0')}`)
  const isLog = (name: string) => /: (log page|checkpoint|days|logged|proof|entries)/.test(name)
  const [found, missing] = [await ofSignals(hidden), await ofSignals(unknown)]
  for (const [name, answer] of Object.entries(found))
    if (!isLog(name)) expect.soft({ [name]: answer }).toEqual({ [name]: missing[name] })
})

/** Calls with only the viewer's own data, and calls without anybody's data. */
const OF_ONESELF = [
  '/api/config',
  '/api/health',
  '/api/user',
  '/api/sessions',
  '/api/factors',
  '/api/data-export',
  '/api/portfolio',
  '/api/portfolio/overview',
  '/api/portfolio/import-files/:id',
  '/api/billing/card',
  '/api/billing/address',
  '/api/billing/history',
  '/api/refund-requests',
  '/api/stripe/connect/balance',
  '/api/studio',
  '/api/studio/subscribers',
  '/api/subscriptions/:id/refund',
  '/api/admin/refund-requests',
  '/api/creator-status',
  '/api/creator-subscription',
  '/api/creator/revenue',
  '/api/blocks',
  '/api/consents',
  '/api/blocks/:id/cost',
  '/api/mutes',
  '/api/reports',
  '/api/decisions',
  '/api/decisions/:id',
  // Figures that name nobody.
  '/api/transparency',
  // Words without a trade; comments/readers.test.ts has who reads them.
  '/api/comments/:id/versions',
  // Refused to everybody but moderators.
  '/api/admin/cases',
  '/api/admin/cases/:id',
  '/api/admin/overview',
  '/api/admin/waitlist',
  '/api/admin/payments',
  '/api/admin/jobs',
  '/api/admin/emails',
  '/api/admin/audit',
  '/api/signals/preview',
  '/api/stripe/connect/account-status',
  '/api/creator/payout-country',
  '/api/subscriptions/creator/:id',
  '/api/subscriptions/subscriber/:id',
]

test('the comparison covers every call that shows anything about others', () => {
  const compared = Object.values(
    addresses({ people: { ada: { id: 'ada' }, cleo: { id: 'cleo' } }, signals: ['one'] }),
  ).map((address) => address.split('?')[0] ?? '')
  const reads = Object.values(contract)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .flatMap(({ method, path }) => (method === 'GET' ? [path as string] : []))
  const isCompared = (path: string) =>
    compared.some((address) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address))
  expect(reads.filter((path) => !isCompared(path)).toSorted()).toEqual(OF_ONESELF.toSorted())
})
