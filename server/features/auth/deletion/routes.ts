// Calls for deleting an account and for canceling the deletion.
import type { Deps } from '#server/deps.ts'
import { unseenAlerts } from '#server/features/alerts/store.ts'
import { personById } from '#server/features/users/store.ts'
import { ownUserView } from '#server/features/users/views.ts'
import type { Serve } from '#server/http/serve.ts'
import { endSession, requireReauthentication } from '#server/http/session.ts'
import { deletion } from '#shared/contracts/deletion.ts'
import { Problem } from '#shared/problems.ts'
import { keepAccount, requestDeletion } from './request-deletion.ts'

export function deletionRoutes(serve: Serve, deps: Deps): void {
  serve(deletion.request, async ({ viewer, body, http: { request, reply, by } }) => {
    await requireReauthentication(deps, viewer)
    const deletedAt = await requestDeletion({ ...deps, by }, { userId: viewer.id, ...body })
    // The session's row is already gone. This clears the cookie.
    await endSession(deps, request, reply)
    return { deletedAt: deletedAt.toISOString() }
  })

  serve(deletion.undo, async ({ viewer, http: { by } }) => {
    await keepAccount({ ...deps, by }, viewer)
    const row = await personById(deps, viewer.id, viewer.id)
    if (!row) throw new Problem('unauthorized')
    return ownUserView(row, await unseenAlerts(deps, viewer.id))
  })
}
