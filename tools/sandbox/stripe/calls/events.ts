// The calls that list events, including undelivered ones.
import { StripeProblem } from '../errors.ts'
import { PAGE, listPage } from '../lists.ts'
import { bool, listOf, range, shape, text, integer } from '../params.ts'
import { route } from '../routes.ts'
import type { Value } from '../store.ts'
import { v2Page } from '../v2-lists.ts'

const UNDELIVERED = 'and id in (select event from deliveries where delivered is null)'
const DELIVERED = 'and id not in (select event from deliveries where delivered is null)'

const LIST = shape({ ...PAGE, delivery_success: bool, type: text, types: listOf(text) })

export const eventRoutes = [
  route('GET', '/v1/events', LIST, (context, { params, account }) => {
    const { delivery_success: isDelivered, type, types = type === undefined ? [] : [type], ...page } = params
    // `invoice.*` matches every type with that prefix.
    const named = types.map((name) => (name.endsWith('*') ? `glob:${name}` : name))
    const conditions = named.map((name) =>
      name.startsWith('glob:') ? "json_extract(json, '$.type') glob ?" : "json_extract(json, '$.type') = ?",
    )
    const values: Value[] = named.map((name) => name.replace(/^glob:/, ''))
    const ofType = conditions.length > 0 ? `and (${conditions.join(' or ')})` : ''
    const delivery = isDelivered === undefined ? '' : isDelivered ? DELIVERED : UNDELIVERED
    // Each account has its own events.
    const where = { '$.account': account }
    return listPage(context, 'event', '/v1/events', page, where, { text: `${ofType} ${delivery}`, values })
  }),
  route(
    'GET',
    '/v2/core/events',
    shape({ created: range, limit: integer, object_id: text, page: text, types: listOf(text) }),
    (context, { params }) => {
      const all = context.store.all('v2.core.event').toReversed()
      const found = all.filter(
        ({ type, related_object: about }) =>
          (params.types?.includes(type) ?? true) &&
          (params.object_id === undefined || about.id === params.object_id),
      )
      const query = new URLSearchParams(params.object_id ? { object_id: params.object_id } : {})
      for (const [index, type] of (params.types ?? []).entries()) query.set(`types[${index}]`, type)
      return v2Page(`/v2/core/events?${query}`, found, params)
    },
  ),
  route('GET', '/v2/core/events/:id', shape({}), (context, { id }) => {
    const found = context.store.get('v2.core.event', id)
    if (found) return found
    throw new StripeProblem(
      404,
      { type: 'invalid_request_error', code: 'not_found', message: `Event ${id} was not found.` },
      { isValidation: true },
    )
  }),
]
