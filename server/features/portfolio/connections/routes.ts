// The calls about broker connections: connect, reconnect, discover, disconnect, and delete everything.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { connectionView } from '../views.ts'
import { connect, toBrokerProblem } from './connect.ts'
import { deletePortfolio, disconnect } from './disconnect.ts'
import { discoverConnections } from './discover-connections.ts'
import { connectionsOf } from './store.ts'

export function connectionRoutes(serve: Serve, deps: Deps, publicUrl: () => string): void {
  serve(portfolio.connect, async ({ viewer, body }) => ({
    url: await connect(deps, viewer.id, { provider: body.provider }, publicUrl()),
  }))

  serve(portfolio.reconnect, async ({ viewer, params }) => ({
    url: await connect(deps, viewer.id, { connectionId: params.id }, publicUrl()),
  }))

  serve(portfolio.discoverConnections, async ({ viewer }) => {
    for (const provider of deps.providers)
      await discoverConnections(deps, viewer.id, provider).catch((error: unknown) => {
        throw toBrokerProblem(deps, error)
      })
    return { connections: (await connectionsOf(deps.db, viewer.id)).map(connectionView) }
  })

  serve(portfolio.disconnect, async ({ viewer, params }) => {
    await disconnect(deps, viewer.id, params.id)
    return { message: 'Disconnected' }
  })

  serve(portfolio.deleteAll, async ({ viewer }) => {
    await deletePortfolio(deps, viewer.id)
    return { message: 'Deleted' }
  })
}
