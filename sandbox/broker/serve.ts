// Answers one request of the API: who calls, whether it is signed, what is asked, done in one transaction.
import { matchRoute } from './calls/routes.ts'
import { nowMs } from './clock.ts'
import { badClient, badSignature, badTimestamp, badUser, BrokerProblem, notFound } from './problems.ts'
import { isSame, requestSignature } from './signing.ts'
import type { User } from './store.ts'
import type { Reply, World } from './world.ts'

export type Asked = {
  method: string
  /** Without what the sandbox is mounted under, and without `/api/v1`. */
  path: string
  /** As it was sent, without the question mark. */
  query: string
  body: string
  signature: string | null
}
export type Answer = { status: number; body: string; headers: Record<string, string> }
export type Keys = { clientId: string; consumerKey: string }

/** A signature is good for this long, in real time: the SDK writes the real one. */
const FRESH_SECONDS = 300

export function answer(world: World, keys: Keys, asked: Asked): Answer {
  try {
    return world.store.transaction(
      () => answerOf(worked(world, keys, asked)),
      (error) => error instanceof BrokerProblem && error.keepsWork,
    )
  } catch (error) {
    if (!(error instanceof BrokerProblem)) throw error
    const { status, body, headers } = error
    const refused = answerOf({ status, body })
    return { ...refused, headers: { ...refused.headers, ...headers } }
  }
}

export const answerOf = ({ status = 200, body }: Reply): Answer => ({
  status,
  body: body === undefined ? '' : JSON.stringify(body),
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
})

function worked(world: World, keys: Keys, asked: Asked): Reply {
  const query = new URLSearchParams(asked.query)
  const match = matchRoute(asked.method, asked.path)
  if (match?.route.by !== 'anybody') verify(keys, asked, query)
  if (!match) throw notFound()
  const { route, id } = match
  const user = route.by === 'user' ? speakingFor(world, query) : { id: '', secret: '' }
  return route.run(world, { id, query, body: bodyOf(asked), user })
}

/** https://docs.snaptrade.com/docs/request-signatures; with `/api/v1` in the path and without, as both are theirs. */
function verify(keys: Keys, asked: Asked, query: URLSearchParams): void {
  if (query.get('clientId') !== keys.clientId) throw badClient()
  const content = asked.body === '' || asked.body === '{}' ? null : (parsed(asked.body) ?? null)
  const isSigned = [asked.path, `/api/v1${asked.path}`].some((path) =>
    isSame(asked.signature ?? '', requestSignature(keys.consumerKey, { content, path, query: asked.query })),
  )
  if (!isSigned) throw badSignature()
  const age = Math.abs(nowMs() / 1000 - Number(query.get('timestamp') ?? Number.NaN))
  if (!(age <= FRESH_SECONDS)) throw badTimestamp()
}

function speakingFor(world: World, query: URLSearchParams): User {
  const user = world.store.get('user', query.get('userId') ?? '')
  if (!user || !isSame(query.get('userSecret') ?? '', user.secret)) throw badUser()
  return user
}

function bodyOf({ body }: Asked): Record<string, unknown> {
  const value = parsed(body)
  return value !== null && typeof value === 'object' ? { ...value } : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
