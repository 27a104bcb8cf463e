// Test clocks: simulated time for the customers attached to them.
import { runDueWork } from '../billing/due-work.ts'
import { addIntervals, DAY, newId } from '../clock.ts'
import { invalidParam, invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { required, shape, text, integer } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, now, type Context } from '../context.ts'

export type TestClock = ReturnType<typeof newTestClock>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    'test_helpers.test_clock': TestClock
  }
}
type Status = 'ready' | 'advancing' | 'internal_failure'

function newTestClock(context: Context, given: { frozen_time: number; name?: string | undefined }) {
  return {
    id: newId('clock'),
    object: 'test_helpers.test_clock' as const,
    created: now(context),
    deletes_after: now(context) + 30 * DAY,
    frozen_time: given.frozen_time,
    livemode: false,
    name: given.name ?? null,
    status: 'ready' as Status,
    status_details: {} as { advancing?: { target_frozen_time: number } },
  }
}

/** Advances the clock through everything due. The response still says `advancing`, as Stripe's does. */
function advance(context: Context, id: string, until: number): TestClock {
  const before = retrieve(context, 'test_helpers.test_clock', id)
  if (until <= before.frozen_time) {
    throw invalidParam('The frozen time must be in the future of the current frozen time.', 'frozen_time')
  }
  refuseTooFar(context, before, until)
  const advancing: TestClock = {
    ...before,
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: until } },
  }
  save(context, 'test_helpers.test_clock', advancing)
  emit(context, 'test_helpers.test_clock.advancing', advancing)
  runDueWork(context, id, until, (moment) => {
    const at = retrieve(context, 'test_helpers.test_clock', id)
    save(context, 'test_helpers.test_clock', { ...at, frozen_time: Math.max(at.frozen_time, moment) })
  })
  const ready: TestClock = { ...before, frozen_time: until, status: 'ready', status_details: {} }
  save(context, 'test_helpers.test_clock', ready)
  emit(context, 'test_helpers.test_clock.ready', ready)
  return advancing
}

/** Stripe limits one step to two periods of the shortest subscription. */
function refuseTooFar(context: Context, clock: TestClock, until: number): void {
  const live = context.store
    .all('subscription', { '$.test_clock': clock.id })
    .filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  const limits = live.flatMap(({ items }) =>
    items.data.flatMap(({ price: { recurring } }) =>
      recurring ? [addIntervals(clock.frozen_time, recurring.interval, 2 * recurring.interval_count)] : [],
    ),
  )
  if (limits.some((limit) => until > limit)) {
    throw invalidRequest(
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
    shape({ frozen_time: required(integer), name: text }),
    (context, { params }) => {
      const clock = newTestClock(context, params)
      save(context, 'test_helpers.test_clock', clock)
      emit(context, 'test_helpers.test_clock.created', clock)
      return clock
    },
  ),
  route('GET', '/v1/test_helpers/test_clocks', shape(PAGE), (context, { params }) =>
    listPage(context, 'test_helpers.test_clock', '/v1/test_helpers/test_clocks', params),
  ),
  route('GET', '/v1/test_helpers/test_clocks/:id', shape({}), (context, { id }) =>
    retrieve(context, 'test_helpers.test_clock', id),
  ),
  route(
    'POST',
    '/v1/test_helpers/test_clocks/:id/advance',
    shape({ frozen_time: required(integer) }),
    (context, { id, params }) => advance(context, id, params.frozen_time),
  ),
]
