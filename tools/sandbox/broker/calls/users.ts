// The calls about users: register, reset the secret, log in to the portal, delete.
import { z } from 'zod'
import { newId } from '../clock.ts'
import { removeUser } from '../connections.ts'
import { badInput, badUser, notFound, userExists } from '../problems.ts'
import { brokerOf } from '../samples/brokers.ts'
import { queueWebhook, type CallRequest, type CallReply, type Context } from '../context.ts'

const PORTAL_MINUTES = 5
const ADDRESS = z.url({ protocol: /^https?$/ })
const Login = z.object({
  broker: z.string().optional(),
  immediateRedirect: z.boolean().optional(),
  customRedirect: ADDRESS.optional(),
  reconnect: z.string().optional(),
  connectionType: z.enum(['read', 'trade', 'trade-if-available']).optional(),
})
const UserId = z.object({ userId: z.string().min(1).max(200) })
const UserAndSecret = UserId.extend({ userSecret: z.string() })

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw badInput(`Invalid input: ${result.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
}

export const status = (context: Context): CallReply => ({
  body: { version: 151, timestamp: context.now.toISOString(), online: true },
})

export function register(context: Context, { body }: CallRequest): CallReply {
  const { userId } = read(UserId, body)
  if (context.store.get('user', userId)) throw userExists(userId)
  const user = { id: userId, secret: newId() }
  context.store.put('user', user)
  queueWebhook(context, 'USER_REGISTERED', userId)
  return { body: { userId, userSecret: user.secret } }
}

export function resetSecret(context: Context, { body }: CallRequest): CallReply {
  const { userId, userSecret } = read(UserAndSecret, body)
  if (context.store.get('user', userId)?.secret !== userSecret) throw badUser()
  const user = { id: userId, secret: newId() }
  context.store.put('user', user)
  return { body: { userId, userSecret: user.secret } }
}

export function deleteUser(context: Context, { query }: CallRequest): CallReply {
  const user = context.store.get('user', query.get('userId') ?? '')
  if (!user) throw notFound()
  removeUser(context, user)
  return { body: { status: 'deleted', detail: 'User queued for deletion', userId: user.id } }
}

export const listUsers = (context: Context): CallReply => ({
  body: context.store.all('user').map(({ id }) => id),
})

export function login(context: Context, { body, user }: CallRequest): CallReply {
  const { store, baseUrl, now } = context
  const apiRequest = read(Login, body)
  if (apiRequest.connectionType === 'trade') throw badInput('The sample brokers have no trade type available')
  if (apiRequest.broker !== undefined && !brokerOf(apiRequest.broker)) throw badInput('Invalid broker')
  if (
    apiRequest.reconnect !== undefined &&
    store.get('connection', apiRequest.reconnect)?.userId !== user.id
  ) {
    throw notFound()
  }
  const id = newId()
  store.put('session', {
    id,
    userId: user.id,
    customRedirect: apiRequest.customRedirect ?? null,
    immediateRedirect: apiRequest.immediateRedirect ?? false,
    reconnect: apiRequest.reconnect ?? null,
    broker: apiRequest.broker ?? null,
    expiresAt: now.getTime() + PORTAL_MINUTES * 60_000,
    isOver: false,
  })
  return { body: { redirectURI: `${baseUrl}/pages/connect?sessionId=${id}`, sessionId: id } }
}
