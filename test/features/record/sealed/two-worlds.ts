// Two servers that differ only in what is sealed. What others get from both must be the same.
import { systemClock } from '#server/clock.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import type { SignalOptions } from '#tools/demo/person-options.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { scored } from '../score/scored-server.ts'

const MINUTE_MS = 60_000

/** A clock that only the test moves, so that both servers have the same time. Their ids are the same too, because pictures depend on them. */
export function standingClock() {
  let at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  return {
    ...systemClock,
    now: () => new Date(at),
    pass: (milliseconds: number) => void (at += milliseconds),
  }
}

/** The ids of all signals in the order of posting, and the people by name. */
export type World = {
  server: TestServer
  viewers: Record<string, Browser>
  people: Record<string, { id: string }>
  signals: string[]
}

/** Ada's signals, some of them sealed; Cleo's are private. Nora follows Ada, Rosa pays both. */
export async function world(
  clock: ReturnType<typeof standingClock>,
  ada: readonly SignalOptions[],
  { cleo = [], ...options }: { cleo?: readonly SignalOptions[] } & Parameters<typeof startServer>[0] = {},
): Promise<World> {
  let count = 0
  const newId = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`
  const server = await startServer({ scoring: true, clock: { ...clock, newId }, ...options })
  const people = await buildPeople(server.deps, {
    ada: creator({ signals: ada }),
    cleo: creator({ isPublic: false, signals: cleo }),
    nora: member({ follows: ['ada'], watches: TICKERS }),
    rosa: member({ subscribesTo: ['ada', 'cleo'] }),
  })
  const viewers = {
    visitor: server.visitor(),
    nora: await server.signIn('nora'),
    rosa: await server.signIn('rosa'),
    ada: await server.signIn('ada'),
  }
  const of = { server, viewers, people, signals: [] as string[] }
  await settle(of)
  return of
}

/** Waits until all that was posted is logged, scored and ranked. */
export async function settle(of: World): Promise<void> {
  await scored(of.server)
  const { rows } = await of.server.deps.pool.query<{ id: string }>(
    'select id from signals order by created_at, id',
  )
  of.signals.splice(0, of.signals.length, ...rows.map(({ id }) => id))
}

export const TICKERS = ['AAPL', 'AMD', 'MSFT', 'NVDA', 'TSLA', 'QQQM']

/** Every address that shows something about signals, people or the log, by name; the same in both worlds. */
export function addresses({ people, signals }: Pick<World, 'people' | 'signals'>): Record<string, string> {
  const id = (name: string) => people[name]?.id ?? ''
  const named: Record<string, string> = {
    'log page': '/api/record/log',
    board: '/api/record/board',
    newcomers: '/api/record/newcomers',
    outcomes: `/api/record/outcomes?ids=${signals.join(',')}`,
    feed: '/api/signals/feed',
    'feed of all': '/api/signals/feed?scope=everyone',
    people: '/api/users',
    suggestions: '/api/follows/suggestions',
    'most called': '/api/tickers/most-called',
    watchlist: '/api/watchlist',
    alerts: '/api/alerts',
    'alert settings': '/api/alert-settings',
    bookmarks: '/api/bookmarks',
    'push key': '/api/push/key',
    'push devices': '/api/push-devices',
    checkpoint: '/log/checkpoint',
    days: '/log/days',
    health: '/api/ready',
  }
  for (const name of ['ada', 'cleo'])
    Object.assign(named, {
      [`record of ${name}`]: `/api/record/people/${name}`,
      [`days of ${name}`]: `/api/record/people/${name}/days`,
      [`outcomes of ${name}`]: `/api/record/people/${name}/signals`,
      [`profile of ${name}`]: `/api/users/${name}`,
      [`user ${name}`]: `/api/users/id/${id(name)}`,
      [`signals of ${name}`]: `/api/signals/user/${id(name)}`,
      [`portfolio of ${name}`]: `/api/portfolio/of/${id(name)}`,
      [`offer of ${name}`]: `/api/subscriptions/offer/${id(name)}`,
      [`followers of ${name}`]: `/api/follows/followers/${id(name)}`,
      [`followed by ${name}`]: `/api/follows/following/${id(name)}`,
      [`bell of ${name}`]: `/api/bells/${id(name)}`,
      [`follows ${name}`]: `/api/follows/status/${id(name)}`,
      [`pays ${name}`]: `/api/subscriptions/status/${id(name)}`,
      [`preview of ${name}`]: `/share/profile/${name}.png`,
    })
  for (const [name, ticker] of ['ada', 'cleo'].flatMap((one) =>
    TICKERS.map((symbol) => [one, symbol] as const),
  ))
    Object.assign(named, {
      [`${name} about ${ticker}`]: `/api/record/people/${name}/about/${ticker}`,
      [`${name} about ${ticker} as a file`]: `/api/record/people/${name}/about/${ticker}/statements.csv`,
    })
  for (const ticker of TICKERS)
    Object.assign(named, {
      [`feed of ${ticker}`]: `/api/signals/feed?scope=everyone&ticker=${ticker}`,
      [`board of ${ticker}`]: `/api/record/board?ticker=${ticker}`,
      [`search for ${ticker}`]: `/api/tickers?query=${ticker}`,
      [`prices of ${ticker}`]: `/api/tickers/${ticker}/prices?period=1Y`,
      [`calls of ${ticker}`]: `/api/tickers/${ticker}/calls?period=1Y`,
    })
  for (const [place, signal] of signals.entries())
    Object.assign(named, {
      [`signal ${place}`]: `/api/signals/${signal}`,
      [`score ${place}`]: `/api/record/signals/${signal}`,
      [`score ${place} by method`]: `/api/record/signals/${signal}/by-method?method=2`,
      [`opening ${place}`]: `/api/signals/${signal}/opening`,
      [`thread ${place}`]: `/api/signals/${signal}/comments`,
      [`delivery ${place}`]: `/api/signals/${signal}/delivery`,
      [`logged ${place}`]: `/log/signals/${signal}`,
      [`proof ${place}`]: `/log/proofs/${place}.tlog-proof`,
      [`entries up to ${place}`]: `/log/tile/entries/000.p/${place + 1}`,
      [`preview of ${place}`]: `/share/signal/${signal}.png`,
    })
  return named
}

/** What a viewer gets from an address. */
export type Answer = { status: number; headers: Record<string, string | null>; body: string }

const HEADERS = [
  'cache-control',
  'content-length',
  'content-type',
  'last-modified',
  'link',
  'retry-after',
  'vary',
]

/** Removes what differs between any two servers: their ids, hashes and random bytes. */
function plain(text: string): string {
  const known = new Map<string, string>()
  return (
    text
      .replaceAll(/127\.0\.0\.1:\d+/g, '<host>')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        const name = known.get(id) ?? `<id ${known.size}>`
        known.set(id, name)
        return name
      })
      .replaceAll(/[0-9a-f]{64}/g, '<hash>')
      // A measured time, which differs by a millisecond.
      .replaceAll(/"feedsMs":\d+/g, '"feedsMs":<ms>')
      .replaceAll(/[A-Za-z0-9+/]{43,}={0,2}/g, '<bytes>')
  )
}

/** All answers by viewer and name, requested with the last ETags, as a browser asks whether something changed. */
export async function read(
  of: World,
  viewers: readonly string[],
  tags: Map<string, string> = new Map(),
): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {}
  for (const viewer of viewers)
    for (const [name, address] of Object.entries(addresses(of))) {
      const key = `${viewer}: ${name}`
      const tag = tags.get(key)
      const response = await of.viewers[viewer]?.fetch(address, {
        // Compressed, the length depends on random ids.
        headers: { 'accept-encoding': 'identity', ...(tag !== undefined && { 'if-none-match': tag }) },
      })
      if (!response) throw new Error(`There is no ${viewer}`)
      // Both worlds would answer a bad request alike.
      if (response.status === 400 || response.status >= 500) throw new Error(`${address}: ${response.status}`)
      const next = response.headers.get('etag')
      if (next) tags.set(key, next)
      const bytes = Buffer.from(await response.arrayBuffer())
      const isText = /json|text/.test(response.headers.get('content-type') ?? '')
      // Entries are text with their lengths between them.
      const text = isText || address.startsWith('/log/tile/entries/') ? bytes.toString('latin1') : null
      answers[key] = {
        status: response.status,
        headers: Object.fromEntries(HEADERS.map((header) => [header, response.headers.get(header)])),
        body: text === null ? bytes.toString('base64') : plain(text),
      }
    }
  return answers
}
