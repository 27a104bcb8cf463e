// Connections of a user: listed, disabled for a test, refreshed, taken away.
import { disconnect } from '../connecting.ts'
import { alreadyDisabled, connectionDisabled, notFound } from '../problems.ts'
import type { Connection } from '../store.ts'
import { disable, tellHoldings } from '../syncing.ts'
import { wireConnection } from '../wire.ts'
import { tellOf, type Ask, type Reply, type World } from '../world.ts'

export function connectionOf(world: World, { id, user }: Ask): Connection {
  const connection = world.store.get('connection', id)
  if (!connection || connection.userId !== user.id) throw notFound()
  return connection
}

export const listConnections = (world: World, { user }: Ask): Reply => ({
  body: world.store.all('connection', user.id).map((one) => wireConnection(world, one)),
})

export const connectionDetails = (world: World, ask: Ask): Reply => ({
  body: wireConnection(world, connectionOf(world, ask)),
})

export function removeConnection(world: World, ask: Ask): Reply {
  disconnect(world, connectionOf(world, ask))
  return { status: 204 }
}

/** Theirs is put in a queue; here it is done when the answer says so. */
export function deleteConnection(world: World, ask: Ask): Reply {
  const connection = connectionOf(world, ask)
  disconnect(world, connection)
  const detail = 'Connection queued for deletion; please wait for webhook for confirmation.'
  return { body: { detail, connection_id: connection.id } }
}

export function disableConnection(world: World, ask: Ask): Reply {
  const connection = connectionOf(world, ask)
  if (connection.disabledAt !== null) throw alreadyDisabled()
  disable(world, connection)
  return { body: { detail: 'Connection has been disabled' } }
}

/** What is known is as fresh as it gets already; the letters say so. */
export function refreshConnection(world: World, ask: Ask): Reply {
  const connection = connectionOf(world, ask)
  if (connection.disabledAt !== null) throw connectionDisabled()
  for (const account of world.store.all('account', connection.id)) tellHoldings(world, connection, account)
  return { body: { detail: 'Connection refresh scheduled' } }
}

export function syncTransactions(world: World, ask: Ask): Reply {
  const connection = connectionOf(world, ask)
  if (connection.disabledAt !== null) throw connectionDisabled()
  for (const account of world.store.all('account', connection.id)) {
    tellOf(world, 'ACCOUNT_TRANSACTIONS_UPDATED', connection, { accountId: account.id })
  }
  return { body: { detail: 'Transactions sync scheduled' } }
}
