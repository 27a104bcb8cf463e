// Deleting an account: what people do, and what the hourly job does.
import { expect } from 'vitest'
import { sweepDeletions } from '#server/features/auth/deletion/request-deletion.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { factors } from '#shared/contracts/factors.ts'
import { users } from '#shared/contracts/users.ts'
import { type Browser, refusal, type TestServer } from '#test/server.ts'

/** Confirms the password and asks for the deletion. */
export async function requestDeletion(browser: Browser, username: string, password = 'signalpost') {
  await browser.call(factors.reauthenticate, { body: { password } })
  return await browser.call(deletion.request, { body: { username } })
}

/** Runs what the hourly sweep starts, and waits for it. */
export async function removeWhoeverIsDue(server: TestServer): Promise<void> {
  // Otherwise the job would be repeated, some seconds later.
  await expect.poll(() => waitingForLog(server)).toBe(0)
  await sweepDeletions(server.deps)
  await server.settled()
}

/** How many signals are not in the log yet. */
const waitingForLog = async ({ deps }: TestServer) =>
  (
    await deps.pool.query<{ n: number }>(`select
      (select count(*) from record_queue)::int + (select count(*) from signals where trade_salt is null)::int as n`)
  ).rows[0]?.n

/** Whether this viewer can open the person's profile. */
export const sees = async (viewer: Browser, id: string): Promise<boolean> =>
  (await viewer.call(users.byId, { params: { id } }).then(
    () => 'seen',
    async (error: unknown) => (await refusal(Promise.reject(error))).code,
  )) === 'seen'

/** The former member to whom the person's signal with this id belongs now. */
export const formerAuthorOf = (server: TestServer, signalId: string) =>
  server.deps.db
    .selectFrom('signals as g')
    .innerJoin('users as u', 'u.id', 'g.userId')
    .selectAll('u')
    .select(['g.content', 'g.signalType', 'g.tickers'])
    .where('g.id', '=', signalId)
    .executeTakeFirstOrThrow()
