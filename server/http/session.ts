// Who is asking: an unguessable cookie, kept in the `sessions` table only as its hash.
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'

export type Viewer = {
  id: string
  isCreator: boolean
  payoutsReady: boolean
  /** The stored id of the session the request came with. */
  sid: string
}

const COOKIE = 'signalpost_session'
const DAY_MS = 86_400_000
/** A session ends 30 days after it was last used; it is prolonged at most once a day. */
const LIFETIME_MS = 30 * DAY_MS

const findSession = prepared('session', (db, asked: Parameters<{ sid: string; now: Date }>) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['u.id', 'u.isCreator', 'u.stripeOnboardingCompleted as payoutsReady', 's.expire'])
    .where('s.sid', '=', asked.sid)
    .where('s.expire', '>', asked.now),
)

/** The stored form of a cookie's value: useless to whoever reads the table. */
export function hashedToken(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}

/** Whether somebody may be signed in; says nothing about whether the session still lives. */
export const hasSessionCookie = (request: FastifyRequest): boolean => Boolean(request.cookies[COOKIE])

function sidOf(deps: Deps, request: FastifyRequest): string | null {
  const token = request.cookies[COOKIE]
  return token ? hashedToken(deps.config.sessionSecret, token) : null
}

/** The person a request comes from, or null. A session that is used lasts on, and so does the cookie in the browser. */
export async function viewerOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> {
  const token = request.cookies[COOKIE]
  if (!token) return null
  const sid = hashedToken(deps.config.sessionSecret, token)
  const now = deps.clock.now()
  const row = await deps.sessions.find(sid, async () => (await findSession(deps.statements, { sid, now }))[0])
  if (!row || row.expire <= now) return null
  if (row.expire.getTime() < now.getTime() + LIFETIME_MS - DAY_MS) {
    await deps.db
      .updateTable('sessions')
      .set({ expire: new Date(now.getTime() + LIFETIME_MS) })
      .where('sid', '=', sid)
      .execute()
    deps.sessions.drop(sid)
    keep(deps, reply, token)
  }
  const { expire: _, ...viewer } = row
  return { ...viewer, sid }
}

/** Signs a browser in with a new id, so that an id known before the sign-in is worth nothing; an older one is ended. */
export async function startSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  await endSession(deps, request, reply)
  const token = deps.clock.newToken()
  const now = deps.clock.now()
  const expire = new Date(now.getTime() + LIFETIME_MS)
  await deps.db
    .insertInto('sessions')
    .values({
      sid: hashedToken(deps.config.sessionSecret, token),
      userId,
      expire,
      sess: JSON.stringify({
        startedAt: now.toISOString(),
        browser: (request.headers['user-agent'] ?? '').slice(0, 300),
      }),
    })
    .execute()
  keep(deps, reply, token)
}

function keep(deps: Deps, reply: FastifyReply, token: string): void {
  void reply.setCookie(COOKIE, token, { ...cookieOptions(deps), maxAge: LIFETIME_MS / 1000 })
}

/** Signs a browser out; doing it twice is fine. */
export async function endSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const sid = sidOf(deps, request)
  if (sid === null) return
  await deps.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('sessions')
      .where('sid', '=', sid)
      .returning('userId')
      .executeTakeFirst()
    if (gone) await notify(trx, [gone.userId], 'session')
  })
  deps.sessions.drop(sid)
  void reply.clearCookie(COOKIE, cookieOptions(deps))
}

const cookieOptions = (deps: Deps) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.publicUrl?.startsWith('https:') ?? false,
  }) as const
