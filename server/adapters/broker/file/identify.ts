// Gives every activity an id that is the same whenever the same row is read again, in whatever longer file.
import { hash } from 'node:crypto'
import type { Activity } from '../port.ts'
import type { Draft } from './drafts.ts'
import { quoted, RowError } from './refusals.ts'

/** An id that can be kept as it is; of others the broker's part is kept as its digest. */
const KEPT_ID = /^[A-Za-z0-9._:/-]{1,96}$/

/**
 * Gives ids to the rows of one file. The id is the broker's own where it has one; otherwise a digest of what the row
 * says, and of its number among rows that say the same, so that two alike purchases of one day stay two. Answers
 * whether the row is to be kept; throws `RowError` where the broker's id was there before.
 */
export function identifier(broker: string): (activity: Activity, draft: Draft) => boolean {
  /** By the broker's id the line it is in; by a digest how many rows say the same. */
  const seen = new Map<string, number>()
  return (activity, draft) => {
    const { key, once } = draft
    activity.id = key ? ownId(broker, key) : `${broker}:${hash('sha256', said(activity, draft), 'base64url')}`
    const before = seen.get(activity.id)
    if (before === undefined) {
      seen.set(activity.id, key ? (activity.line ?? 0) : 1)
      return true
    }
    if (key && !once) throw new RowError(`The id ${quoted(key)} is already in line ${before}.`)
    if (key) return false
    seen.set(activity.id, before + 1)
    activity.id = `${activity.id}:${before}`
    return true
  }
}

function ownId(broker: string, key: string): string {
  const id = `${broker}:${key}`
  return KEPT_ID.test(id) ? id : `${broker}:${hash('sha256', key, 'base64url')}`
}

/**
 * What a row says, without what a broker words differently from one export to the next, such as names. An option's
 * end counts without its side, which a shorter file may not tell.
 */
function said(activity: Activity, { time, ends }: Draft): string {
  const { type, day, symbol, quantity, cash, fee, ratio, currency } = activity
  const change = ends ? ['end', quantity.abs()] : [type, quantity]
  return [day, time, symbol, ...change, cash, fee, ratio, currency]
    .map((part) => part?.toString() ?? '')
    .join('|')
}
