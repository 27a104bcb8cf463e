// Stripe's lists: newest first, paginated by cursor.
import { invalidParam, resourceMissing } from './errors.ts'
import { nounOf, type ObjectType, type ObjectTypes } from './stripe-objects.ts'
import { range, text, integer } from './params.ts'
import type { Value, Where } from './store.ts'
import type { Context } from './context.ts'

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/** Parameters of every list call. */
export const PAGE = { limit: integer, starting_after: text, ending_before: text, created: range }
type Page = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Partial<Record<string, number>> | undefined
}

export const newList = <T>(url: string, data: T[], hasMore = false): List<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})

const SIGNS: Record<string, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** One page of an object type. `more` is an SQL condition, such as `and created > 5`. */
export function listPage<K extends ObjectType>(
  context: Context,
  kind: K,
  url: string,
  page: Page,
  where: Record<string, Value | undefined> = {},
  more: { text: string; values: Value[] } = { text: '', values: [] },
): List<ObjectTypes[K]> {
  const limit = limitOf(page.limit)
  const isBackwards = page.ending_before !== undefined
  const seq = cursorOf(context, kind, page)
  const moments = Object.entries(page.created ?? {}).filter(
    (pair): pair is [string, number] => pair[1] !== undefined,
  )
  const conditions = Object.entries(where).filter((pair): pair is [string, Value] => pair[1] !== undefined)
  const found = context.store.page(kind, {
    where: Object.fromEntries(conditions) satisfies Where,
    extra: [more.text, ...moments.map(([name]) => `and created ${SIGNS[name]} ?`)].join(' '),
    values: [...more.values, ...moments.map(([, value]) => value)],
    seq,
    order: isBackwards ? 'asc' : 'desc',
    limit: limit + 1,
  })
  const data = found.slice(0, limit)
  return newList(url, isBackwards ? data.toReversed() : data, found.length > limit)
}

export function limitOf(limit: number | undefined): number {
  if (limit === undefined) return 10
  if (limit > 100)
    throw invalidParam('This value must be less than or equal to 100.', 'limit', 'parameter_invalid_integer')
  if (limit < 1)
    throw invalidParam('This value must be greater than or equal to 1.', 'limit', 'parameter_invalid_integer')
  return limit
}

function cursorOf(context: Context, kind: ObjectType, page: Page): number | null {
  const { starting_after: after, ending_before: before } = page
  if (after !== undefined && before !== undefined) {
    throw invalidParam(
      'You can only specify one of these parameters: starting_after, ending_before.',
      'starting_after',
    )
  }
  const name = after === undefined ? 'ending_before' : 'starting_after'
  const id = after ?? before
  if (id === undefined) return null
  const seq = context.store.seqOf(kind, id)
  if (seq === undefined) throw resourceMissing(nounOf(kind), id, name)
  return seq
}
