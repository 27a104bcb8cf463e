// Whether the viewer subscribes to a creator.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { billing } from '#shared/contracts/billing.ts'
import { paysFor } from './rules.ts'

export function billingRoutes(serve: Serve, { db, clock, config }: Deps): void {
  serve(billing.status, async ({ viewer, params }) => {
    const row = await db
      .selectFrom('users')
      .select(paysFor(viewer.id, 'users.id', clock.now(), config.pastDueGraceDays).as('isSubscribed'))
      .where('id', '=', params.id)
      .executeTakeFirst()
    return { isSubscribed: row?.isSubscribed === true }
  })
}
