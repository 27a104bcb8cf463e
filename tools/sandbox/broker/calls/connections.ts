// The calls about connections: list, disable, refresh, sync, delete.
import { disconnect } from '../connections.ts'
import { alreadyDisabled, connectionDisabled, notFound } from '../problems.ts'
import type { Connection } from '../store.ts'
import { disable, queueHoldingsWebhook } from '../sync.ts'
import { wireConnection } from '../api-shapes.ts'
import { queueConnectionWebhook, type CallRequest, type CallReply, type Context } from '../context.ts'

export function connectionOf(context: Context, { id, user }: CallRequest): Connection {
  const connection = context.store.get('connection', id)
  if (!connection || connection.userId !== user.id) throw notFound()
  return connection
}

export const listConnections = (context: Context, { user }: CallRequest): CallReply => ({
  body: context.store.all('connection', user.id).map((one) => wireConnection(context, one)),
})

export const connectionDetails = (context: Context, call: CallRequest): CallReply => ({
  body: wireConnection(context, connectionOf(context, call)),
})

export function removeConnection(context: Context, call: CallRequest): CallReply {
  disconnect(context, connectionOf(context, call))
  return { status: 204 }
}

/** SnapTrade queues the deletion. The sandbox deletes before it responds. */
export function deleteConnection(context: Context, call: CallRequest): CallReply {
  const connection = connectionOf(context, call)
  disconnect(context, connection)
  const detail = 'Connection queued for deletion; please wait for webhook for confirmation.'
  return { body: { detail, connection_id: connection.id } }
}

export function disableConnection(context: Context, call: CallRequest): CallReply {
  const connection = connectionOf(context, call)
  if (connection.disabledAt !== null) throw alreadyDisabled()
  disable(context, connection)
  return { body: { detail: 'Connection has been disabled' } }
}

/** The data is already current; only the webhooks are sent. */
export function refreshConnection(context: Context, call: CallRequest): CallReply {
  const connection = connectionOf(context, call)
  if (connection.disabledAt !== null) throw connectionDisabled()
  for (const account of context.store.all('account', connection.id))
    queueHoldingsWebhook(context, connection, account)
  return { body: { detail: 'Connection refresh scheduled' } }
}

export function syncTransactions(context: Context, call: CallRequest): CallReply {
  const connection = connectionOf(context, call)
  if (connection.disabledAt !== null) throw connectionDisabled()
  for (const account of context.store.all('account', connection.id)) {
    queueConnectionWebhook(context, 'ACCOUNT_TRANSACTIONS_UPDATED', connection, { accountId: account.id })
  }
  return { body: { detail: 'Transactions sync scheduled' } }
}
