// Gives every activity an id that stays the same when the row is read again, even from a longer file.
import { hash } from 'node:crypto'
import type { Activity } from '#engine/portfolio/activity.ts'
import type { Draft } from './drafts.ts'
import { quoted, RowError } from './file-errors.ts'

/** An id that can be stored as it is. Other ids are stored as a digest. */
const PLAIN_ID = /^[A-Za-z0-9._:/-]{1,96}$/

/**
 * Assigns ids to the rows of one file: the broker's own id if there is one, otherwise a digest of the row's content and
 * its number among identical rows, so that two equal purchases on one day remain two. Returns whether to keep the row.
 * Throws `RowError` if the broker's id was used before.
 */
export function activityIdAssigner(broker: string): (activity: Activity, draft: Draft) => boolean {
  /** The line of each broker id, and the number of identical rows of each digest. */
  const seen = new Map<string, number>()
  return (activity, draft) => {
    const { key, isRepeatable } = draft
    activity.id = key
      ? ownId(broker, key)
      : `${broker}:${hash('sha256', contentOf(activity, draft), 'base64url')}`
    const before = seen.get(activity.id)
    if (before === undefined) {
      seen.set(activity.id, key ? (activity.line ?? 0) : 1)
      return true
    }
    if (key && !isRepeatable) throw new RowError(`The id ${quoted(key)} is already in line ${before}.`)
    if (key) return false
    seen.set(activity.id, before + 1)
    activity.id = `${activity.id}:${before}`
    return true
  }
}

function ownId(broker: string, key: string): string {
  const id = `${broker}:${key}`
  return PLAIN_ID.test(id) ? id : `${broker}:${hash('sha256', key, 'base64url')}`
}

/**
 * The fields of a row that are the same in every export, which excludes names, for example. The side of an option's end
 * is left out, because a shorter file may not show it.
 */
function contentOf(activity: Activity, { time, isOptionEnd }: Draft): string {
  const { type, day, symbol, quantity, cash, fee, ratio, currency } = activity
  const change = isOptionEnd ? ['end', quantity.abs()] : [type, quantity]
  return [day, time, symbol, ...change, cash, fee, ratio, currency]
    .map((part) => part?.toString() ?? '')
    .join('|')
}
