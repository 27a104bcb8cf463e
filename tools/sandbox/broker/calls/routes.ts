// The API's routes: method, path, authentication and handler.
import type { CallRequest, CallReply, Context } from '../context.ts'
import {
  accountDetails,
  activities,
  balances,
  connectionAccounts,
  listAccounts,
  positions,
} from './accounts.ts'
import {
  connectionDetails,
  deleteConnection,
  disableConnection,
  listConnections,
  refreshConnection,
  removeConnection,
  syncTransactions,
} from './connections.ts'
import { gone } from '../problems.ts'
import { deleteUser, listUsers, login, register, resetSecret, status } from './users.ts'

type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** `client`: signed by the client. `user`: also with a user's secret. `anybody`: unsigned. */
  by: 'client' | 'user' | 'anybody'
  run: (context: Context, call: CallRequest) => CallReply
}

const route = (
  by: Route['by'],
  method: Route['method'],
  path: string,
  run: (context: Context, call: CallRequest) => CallReply,
): Route => ({ by, method, path, run })

function isGone(): never {
  throw gone()
}

const ROUTES: Route[] = [
  route('anybody', 'GET', '/', status),
  route('client', 'POST', '/snapTrade/registerUser', register),
  route('client', 'POST', '/snapTrade/resetUserSecret', resetSecret),
  route('client', 'DELETE', '/snapTrade/deleteUser', deleteUser),
  route('client', 'GET', '/snapTrade/listUsers', listUsers),
  route('user', 'POST', '/snapTrade/login', login),
  route('user', 'GET', '/authorizations', listConnections),
  route('user', 'GET', '/authorizations/:id', connectionDetails),
  route('user', 'DELETE', '/authorizations/:id', removeConnection),
  route('user', 'DELETE', '/connection/:id', deleteConnection),
  route('user', 'POST', '/authorizations/:id/disable', disableConnection),
  route('user', 'POST', '/authorizations/:id/refresh', refreshConnection),
  route('user', 'POST', '/authorizations/:id/transactions/sync', syncTransactions),
  route('user', 'GET', '/authorizations/:id/accounts', connectionAccounts),
  route('user', 'GET', '/accounts', listAccounts),
  route('user', 'GET', '/accounts/:id', accountDetails),
  route('user', 'GET', '/accounts/:id/balances', balances),
  route('user', 'GET', '/accounts/:id/positions/all', positions),
  route('user', 'GET', '/accounts/:id/activities', activities),
  // SnapTrade closed these endpoints to customers who signed up after spring 2026.
  route('user', 'GET', '/accounts/:id/holdings', isGone),
  route('user', 'GET', '/accounts/:id/positions', isGone),
  route('user', 'GET', '/accounts/:id/options', isGone),
  route('user', 'GET', '/holdings', isGone),
  route('user', 'GET', '/activities', isGone),
]
const PATTERNS = ROUTES.map((one) => ({
  ...one,
  pattern: new RegExp(`^${one.path.replace(':id', '([^/]+)')}$`),
}))

export function matchRoute(method: string, path: string): { route: Route; id: string } | null {
  for (const one of PATTERNS) {
    const found = one.method === method ? one.pattern.exec(path) : null
    if (found) return { route: one, id: found[1] ?? '' }
  }
  return null
}
