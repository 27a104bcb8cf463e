// What people do who delete their account, and what the hourly job does.
import { sweepDeletions } from '#server/features/auth/deletion/request-deletion.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { users } from '#shared/contracts/users.ts'
import { type Browser, refusal, type TestServer } from '#test/server.ts'

/** Asks for the deletion with the right password and username. */
export const requestDeletion = (browser: Browser, username: string, currentPassword = 'signalpost') =>
  browser.call(deletion.request, { body: { currentPassword, username } })

/** Runs what the hourly sweep starts, and waits for it. */
export async function removeWhoeverIsDue(server: TestServer): Promise<void> {
  await sweepDeletions(server.deps)
  await server.settled()
}

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
