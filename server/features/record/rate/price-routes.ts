// Serves the prices from which records are rated, so that anybody can compute the ratings again (rescore.py).
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { CASH, FUNDS } from '#engine/rating/method.ts'
import { missing, open } from '../log/log-replies.ts'
import { namesOf } from '../score/read-market.ts'
import { firstDayOf, knownDays, ratingDays, readPrices } from './rating-input.ts'

/** There is a new close once a day. */
const CACHED = 'public, max-age=300'
const ETAG_LENGTH = 22
const OWN: readonly string[] = [...FUNDS, CASH]
const NOT_SHOWN = 'The license of these prices forbids showing them. rescore.py takes your own with --prices.'

export function priceRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock' | 'market' | 'config'>,
): void {
  const daysOf = async () => {
    const { lastDay, asOf } = knownDays(deps)
    return { asOf, days: ratingDays((await firstDayOf(deps)) ?? lastDay, lastDay) }
  }

  app.get('/log/exchange-days.json', async (_request, reply) => open(reply, CACHED).send(await daysOf()))

  app.get<{ Params: { file: string } }>('/log/prices/:file', async (request, reply) => {
    const [, ticker = ''] = /^([A-Z.]{1,8})\.json$/.exec(request.params.file) ?? []
    const isKnown = OWN.includes(ticker) || (await isScored(ticker))
    if (!isKnown) return missing(reply, 'No record has this ticker.')
    if (!deps.config.showsPrices) return missing(reply, NOT_SHOWN)
    const { days } = await daysOf()
    // Prices are only read for clients that don't have them yet.
    const version = await priceVersion(ticker, days)
    if (request.headers['if-none-match']?.includes(version))
      return open(reply, CACHED).header('etag', version).status(304).send()
    const prices = await readPrices(deps, [ticker], days)
    return open(reply, CACHED)
      .header('etag', version)
      .send(
        (prices[ticker] ?? []).map(({ day, close, dividend, ratio, volume, isFinal }) => [
          day,
          close,
          dividend,
          ratio,
          volume,
          ...(isFinal ? [true] : []),
        ]),
      )
  })

  /** The version changes with a new day, a fetch, a correction, or another market. */
  const priceVersion = async (
    ticker: string,
    days: Awaited<ReturnType<typeof daysOf>>['days'],
  ): Promise<string> => {
    const names = (await namesOf(deps, [ticker])).get(ticker) ?? []
    const { rows } = await sql`
      select kind, symbol, from_day, to_day, tried_at, corrected_at from market_series
       where symbol = any(${names.map(({ symbol }) => symbol)}::text[]) order by 1, 2`.execute(deps.db)
    const facts = [deps.market.name, days[0], days.at(-1), names, rows]
    return `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, ETAG_LENGTH)}"`
  }

  const isScored = async (ticker: string): Promise<boolean> =>
    ticker !== '' &&
    (
      await deps.db
        .selectFrom('recordScores')
        .select('ticker')
        .where('ticker', '=', ticker)
        .limit(1)
        .execute()
    ).length > 0
}
