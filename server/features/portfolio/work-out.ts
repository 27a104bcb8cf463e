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
import { marketFor } from './market-data.ts'
import { holdingRows } from './holding-rows.ts'
import { pictureOf } from './picture.ts'
import { together } from './several-accounts.ts'
import { recordsCash, withImpliedFlows } from './unrecorded-cash.ts'

export type WorkOutNeeds = Pick<Deps, 'db' | 'clock' | 'market' | 'log'>

/** The benchmark's close before the first day is needed as well; two weeks hold one, whatever the holidays. */
const DAYS_BEFORE = 14

/**
 * Reads everything, writes the picture and the holdings in one transaction, and tells the person's open pages. Run
 * again it gives the same. Without accounts nothing is left.
 */
export async function workOut(deps: WorkOutNeeds, userId: string): Promise<void> {
  const { db, clock } = deps
  const accounts = await accountsOf(db, userId)
  const activities = await activitiesOf(db, accounts)
  const result = activities.size === 0 ? null : await valued(deps, accounts, activities)
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('portfolioPictures').where('userId', '=', userId).execute()
    await trx.deleteFrom('portfolioHoldings').where('userId', '=', userId).execute()
    if (result) {
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

async function valued(deps: WorkOutNeeds, accounts: AccountRow[], activities: Map<string, Activity[]>) {
  const each = [...activities.values()].map((own) => (recordsCash(own) ? own : withImpliedFlows(own)))
  const all = each.flat()
  const first = all.reduce((day, activity) => (activity.day < day ? activity.day : day), '9999-12-31')
  const today = deps.clock.now().toISOString().slice(0, 10)
  const currencies = new Set(accounts.map(({ currency }) => currency))
  const base = currencies.size === 1 ? (accounts[0]?.currency ?? 'USD') : 'USD'
  const from = dayOf(dayNumber(first) - DAYS_BEFORE)
  const market = await marketFor(deps, all, base, from, today)
  const days = exchangeDays(first, today)
  const valuation = together(
    each.map((own) => valueDaily({ activities: own, ...market, base, exchangeDays: days, today })),
  )
  const fault = faultOf(valuation)
  if (fault !== null) return { picture: null, fault, holdings: [] }
  const benchmark = await deps.market.adjustedCloses(BENCHMARK, from, today)
  return {
    picture: pictureOf(valuation, accounts, benchmark, deps.market.isSample),
    fault: null,
    holdings: holdingRows(valuation, market),
  }
}

/** The first reason why no figure would be right; null when there is none. */
function faultOf({ faults, unrated, days }: Valuation): string | null {
  const [fault] = faults
  if (fault) return `${fault.day}: ${fault.message}`
  if (unrated.length > 0) return `There is no exchange rate for ${unrated.join(', ')}`
  return days.length === 0 ? 'Nothing happened on a day on which the exchange was open yet' : null
}
