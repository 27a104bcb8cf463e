// Works out what a person's accounts returned, from everything that happened in them and the prices of each day.
import type { Deps } from '#server/deps.ts'
import { tell } from '#server/db/tell.ts'
import { exchangeDays } from '#server/outside/market/exchange-days.ts'
import { BENCHMARK } from '#server/outside/market/port.ts'
import type { Activity } from '#server/outside/broker/port.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { accountsOf, activitiesOf, type AccountRow } from './activities.ts'
import { dayNumber, dayOf } from './calendar-day.ts'
import { valueDaily, type Valuation } from './daily-values.ts'
import { enqueueFetch } from './market-cache-fetch.ts'
import { DAYS_BEFORE, standingOf } from './market-cache-needs.ts'
import { keptMarket } from './market-cache.ts'
import { baseOf, inSharesOfNow, type MarketData, marketFor } from './market-data.ts'
import { holdingRows } from './holding-rows.ts'
import { pictureOf } from './picture.ts'
import { together } from './several-accounts.ts'
import { recordsCash, withImpliedFlows } from './unrecorded-cash.ts'

export type WorkOutNeeds = Pick<Deps, 'db' | 'clock' | 'market' | 'log'>

/**
 * Reads everything, writes the picture and the holdings in one transaction, and tells the person's open pages. Run
 * again it gives the same. Without accounts nothing is left. What is not known of a real market yet is fetched by jobs
 * of their own (`market-cache-fetch.ts`), the last of which has this done again; meanwhile it is worked out up to the
 * day all is known for, or else stays as it is.
 */
export async function workOut(deps: WorkOutNeeds, userId: string): Promise<void> {
  const { db, clock } = deps
  const market = await marketOf(deps, userId)
  if (market === null) return
  const all = await accountsOf(db, userId)
  // Play money is never shown as real.
  const accounts = all.filter(({ isPaper }) => !isPaper)
  const activities = await activitiesOf(db, accounts)
  const result = activities.size === 0 ? NOTHING : await valued(market, accounts, activities, clock.now())
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('portfolioPictures').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioHoldings').where('userId', '=', userId).execute()
    if (all.length > 0) {
      const { picture, fault, holdings } = result
      await trx
        .insertInto('portfolioPictures')
        .values({
          userId,
          performance: picture?.performance ?? NO_PERFORMANCE,
          picture: picture && JSON.stringify(picture),
          fault,
          workedOutAt: now,
        })
        .execute()
      const rows = holdings.map((row) => ({
        id: clock.newId(),
        userId,
        ...row,
        createdAt: now,
        updatedAt: now,
      }))
      if (rows.length > 0) await trx.insertInto('portfolioHoldings').values(rows).execute()
    }
    await tell(trx, [userId], 'portfolio')
  })
}

const NOTHING = { picture: null, fault: null, holdings: [] }

type KnownMarket = ReturnType<typeof keptMarket> & { lastDay: string }

/** Null while something was never asked for. */
async function marketOf({ db, clock, market }: WorkOutNeeds, userId: string): Promise<KnownMarket | null> {
  const now = clock.now()
  if (market.isSample) return { ...market, lastDay: now.toISOString().slice(0, 10) }
  const { missing, upTo } = await standingOf(db, userId, now)
  if (missing.length > 0) await enqueueFetch(db, userId)
  return upTo === null ? null : { ...keptMarket(db), lastDay: upTo }
}

async function valued(
  market: KnownMarket,
  accounts: AccountRow[],
  activities: Map<string, Activity[]>,
  now: Date,
) {
  const each = [...activities.values()].map((own) => (recordsCash(own) ? own : withImpliedFlows(own)))
  const all = each.flat()
  const first = all.reduce((day, activity) => (activity.day < day ? activity.day : day), '9999-12-31')
  const today = now.toISOString().slice(0, 10)
  const base = baseOf(accounts)
  const from = dayOf(dayNumber(first) - DAYS_BEFORE)
  const data = await marketFor({ market }, all, base, from, market.lastDay)
  const days = exchangeDays(first, market.lastDay)
  const valuation = together(
    each.map((own) => valueDaily({ activities: own, ...data, base, exchangeDays: days, today })),
  )
  const fault = faultOf(valuation, data, base)
  if (fault !== null) return { picture: null, fault, holdings: [] }
  const benchmark = await market.adjustedCloses(BENCHMARK, from, market.lastDay)
  return {
    picture: pictureOf(valuation, accounts, benchmark, market.isSample),
    fault: null,
    holdings: holdingRows(valuation, inSharesOfNow(data)),
  }
}

/** The first reason why no figure would be right; null when there is none. */
function faultOf(
  { faults, unrated, unpriced, days }: Valuation,
  { strangers, knowsBase }: MarketData,
  base: string,
): string | null {
  const [fault] = faults
  if (fault) return `${fault.day}: ${fault.message}`
  if (strangers.length > 0)
    return `What was paid for ${strangers.join(', ')} is not what was paid in New York for shares of that symbol`
  if (unrated.length > 0) return `There is no exchange rate for ${knowsBase ? unrated.join(', ') : base}`
  if (unpriced.length > 0)
    return `There are no prices for ${unpriced.join(', ')}, or not for all the time they were held`
  return days.length === 0 ? 'Nothing happened on a day on which the exchange was open yet' : null
}
