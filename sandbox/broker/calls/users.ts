// Users of the client: registered, given a new secret, sent to the portal, removed.
import { z } from 'zod'
import { newId } from '../clock.ts'
import { removeUser } from '../connecting.ts'
import { badInput, badUser, notFound, userExists } from '../problems.ts'
import { brokerOf } from '../samples/brokers.ts'
import { tell, type Ask, type Reply, type World } from '../world.ts'

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

export const status = (world: World): Reply => ({
  body: { version: 151, timestamp: world.now.toISOString(), online: true },
})

export function register(world: World, { body }: Ask): Reply {
  const { userId } = read(UserId, body)
  if (world.store.get('user', userId)) throw userExists(userId)
  const user = { id: userId, secret: newId() }
  world.store.put('user', user)
  tell(world, 'USER_REGISTERED', userId)
  return { body: { userId, userSecret: user.secret } }
}

export function resetSecret(world: World, { body }: Ask): Reply {
  const { userId, userSecret } = read(UserAndSecret, body)
  if (world.store.get('user', userId)?.secret !== userSecret) throw badUser()
  const user = { id: userId, secret: newId() }
  world.store.put('user', user)
  return { body: { userId, userSecret: user.secret } }
}

export function deleteUser(world: World, { query }: Ask): Reply {
  const user = world.store.get('user', query.get('userId') ?? '')
  if (!user) throw notFound()
  removeUser(world, user)
  return { body: { status: 'deleted', detail: 'User queued for deletion', userId: user.id } }
}

export const listUsers = (world: World): Reply => ({ body: world.store.all('user').map(({ id }) => id) })

export function login(world: World, { body, user }: Ask): Reply {
  const { store, baseUrl, now } = world
  const asked = read(Login, body)
  if (asked.connectionType === 'trade') throw badInput('The sample brokers have no trade type available')
  if (asked.broker !== undefined && !brokerOf(asked.broker)) throw badInput('Invalid broker')
  if (asked.reconnect !== undefined && store.get('connection', asked.reconnect)?.userId !== user.id) {
    throw notFound()
  }
  const id = newId()
  store.put('session', {
    id,
    userId: user.id,
    customRedirect: asked.customRedirect ?? null,
    immediateRedirect: asked.immediateRedirect ?? false,
    reconnect: asked.reconnect ?? null,
    broker: asked.broker ?? null,
    expiresAt: now.getTime() + PORTAL_MINUTES * 60_000,
    isOver: false,
  })
  return { body: { redirectURI: `${baseUrl}/pages/connect?sessionId=${id}`, sessionId: id } }
}
