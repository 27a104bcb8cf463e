// The call that joins the waitlist.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'

export function waitlistRoutes(serve: Serve, { db, clock }: Deps): void {
  serve(waitlist.join, async ({ body }) => {
    await db
      .insertInto('waitlist')
      .values({ id: clock.newId(), email: body.email, createdAt: clock.now() })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .execute()
    // The same answer for a known address and a new one (spec answer 14).
    return { message: "You've been added to our waitlist" }
  })
}
