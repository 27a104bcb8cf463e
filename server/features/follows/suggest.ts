// Suggestions of whom to follow, each with the person's public record.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { recordsOfPeople, type ShortRecordRow } from '#server/features/record/store.ts'
import { suggestedPeople } from '#server/features/users/store.ts'
import { listedUserView } from '#server/features/users/views.ts'
import type { SuggestedUser } from '#shared/contracts/follows.ts'
import { utcDay } from '#shared/rules/dates.ts'

export async function suggest(deps: Deps, viewerId: string): Promise<z.input<typeof SuggestedUser>[]> {
  const people = await suggestedPeople(deps, viewerId)
  const ids = people.map(({ id }) => id)
  const records = await recordsOfPeople(deps, ids, deps.market.isSample)
  const byId = new Map(records.map((record) => [record.userId, record]))
  return people.map((row) => ({ ...listedUserView(row), record: recordView(byId.get(row.id)) }))
}

/** A record that is too short has no result, because it would only reflect luck. */
function recordView(row: ShortRecordRow | undefined): z.input<typeof SuggestedUser>['record'] {
  if (!row) return null
  const { mean, low, high, worst, isRated, isYearly, days } = row
  const hasResult = isRated && mean !== null && low !== null && high !== null && worst !== null
  return {
    positions: row.positions,
    signals: row.trades ?? 0,
    since: utcDay(row.firstPostedAt),
    sample: row.isSample,
    result: hasResult
      ? {
          book: row.book === 'sealed' ? 'sealed' : 'open',
          mean,
          low,
          high,
          worst,
          yearly: isYearly ?? false,
          days: days ?? 0,
        }
      : null,
  }
}
