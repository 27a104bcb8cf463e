// Test clocks: time that is moved by hand, for the customers who live on it.
import { catchUp } from '../billing/due.ts'
import { addIntervals, DAY, newId } from '../clock.ts'
import { invalidParam, refused } from '../errors.ts'
import { emit } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { must, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, now, type World } from '../world.ts'

export type TestClock = ReturnType<typeof newTestClock>

declare module '../object-types.ts' {
  interface ObjectTypes {
    'test_helpers.test_clock': TestClock
  }
}
type Status = 'ready' | 'advancing' | 'internal_failure'

function newTestClock(world: World, given: { frozen_time: number; name?: string | undefined }) {
  return {
    id: newId('clock'),
    object: 'test_helpers.test_clock' as const,
    created: now(world),
    deletes_after: now(world) + 30 * DAY,
    frozen_time: given.frozen_time,
    livemode: false,
    name: given.name ?? null,
    status: 'ready' as Status,
    status_details: {} as { advancing?: { target_frozen_time: number } },
  }
}

/** Lives through everything until then. The answer still says `advancing`, as Stripe's does. */
function advance(world: World, id: string, until: number): TestClock {
  const before = find(world, 'test_helpers.test_clock', id)
  if (until <= before.frozen_time) {
    throw invalidParam('The frozen time must be in the future of the current frozen time.', 'frozen_time')
  }
  refuseTooFar(world, before, until)
  const advancing: TestClock = {
    ...before,
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: until } },
  }
  keep(world, 'test_helpers.test_clock', advancing)
  emit(world, 'test_helpers.test_clock.advancing', advancing)
  catchUp(world, id, until, (moment) => {
    const at = find(world, 'test_helpers.test_clock', id)
    keep(world, 'test_helpers.test_clock', { ...at, frozen_time: Math.max(at.frozen_time, moment) })
  })
  const ready: TestClock = { ...before, frozen_time: until, status: 'ready', status_details: {} }
  keep(world, 'test_helpers.test_clock', ready)
  emit(world, 'test_helpers.test_clock.ready', ready)
  return advancing
}

/** At most two periods of the shortest subscription at a time. */
function refuseTooFar(world: World, clock: TestClock, until: number): void {
  const live = world.store
    .all('subscription', { '$.test_clock': clock.id })
    .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  const limits = live.flatMap(({ items }) =>
    items.data.flatMap(({ price: { recurring } }) =>
      recurring ? [addIntervals(clock.frozen_time, recurring.interval, 2 * recurring.interval_count)] : [],
    ),
  )
  if (limits.some((limit) => until > limit)) {
    throw refused(
      'A test clock cannot be advanced more than two intervals at a time for the subscriptions it has.',
      undefined,
      { param: 'frozen_time' },
    )
  }
}

export const testClockRoutes = [
  route(
    'POST',
    '/v1/test_helpers/test_clocks',
    shape({ frozen_time: must(whole), name: text }),
    (world, { params }) => {
      const clock = newTestClock(world, params)
      keep(world, 'test_helpers.test_clock', clock)
      emit(world, 'test_helpers.test_clock.created', clock)
      return clock
    },
  ),
  route('GET', '/v1/test_helpers/test_clocks', shape(PAGE), (world, { params }) =>
    pageOf(world, 'test_helpers.test_clock', '/v1/test_helpers/test_clocks', params),
  ),
  route('GET', '/v1/test_helpers/test_clocks/:id', shape({}), (world, { id }) =>
    find(world, 'test_helpers.test_clock', id),
  ),
  route(
    'POST',
    '/v1/test_helpers/test_clocks/:id/advance',
    shape({ frozen_time: must(whole) }),
    (world, { id, params }) => advance(world, id, params.frozen_time),
  ),
  route('DELETE', '/v1/test_helpers/test_clocks/:id', shape({}), (world, { id }) => {
    const clock = find(world, 'test_helpers.test_clock', id)
    for (const customer of world.store.all('customer', { '$.test_clock': id })) {
      for (const kind of ['subscription', 'invoice', 'payment_method'] as const) {
        for (const object of world.store.all(kind, { customer: customer.id })) world.store.remove(object.id)
      }
      world.store.remove(customer.id)
    }
    world.store.remove(id)
    emit(world, 'test_helpers.test_clock.deleted', clock)
    return { id, object: 'test_helpers.test_clock', deleted: true }
  }),
]
