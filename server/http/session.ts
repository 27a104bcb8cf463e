// Sessions: a random token in a cookie. The `sessions` table only has its hash.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditEvent } from '#server/audit/events.ts'
import { originOf } from '#server/audit/origin.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { logViewer } from '#server/http/access-log.ts'
import { noteVisit } from '#server/http/last-visits.ts'
import { findSession, type SessionRow } from '#server/http/session-cache.ts'
import { REAUTHENTICATION_MINUTES, SESSION_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import type { RestrictionKind } from '#shared/rules/restrictions.ts'

/**
 * The signed-in person. Without other columns of the account, because the session may be cached: a person who has just
 * paid for a plan would still be refused its features.
 */
export type Viewer = {
  id: string
  /** The id of the request's session, as stored. */
  sid: string
  /** The account is being deleted, so its owner may only cancel the deletion, export the data and sign out. */
  isLeaving: boolean
  /** What a moderator's decision forbids now. */
  restrictions: readonly RestrictionKind[]
}

/** The prefix keeps other hosts and plain HTTP pages from setting the cookie (RFC 6265bis, section 4.1.3.2). */
export const nameOfCookie = ({ config }: Pick<Deps, 'config'>, name: string): string =>
  isHttps(config) ? `__Host-${name}` : name
const cookieName = (deps: Pick<Deps, 'config'>): string => nameOfCookie(deps, 'signalpost_session')
const isHttps = ({ publicUrl }: Deps['config']) => publicUrl?.startsWith('https:') ?? false

const DAY_MS = 86_400_000
/**
 * A session ends 30 days after its last use, which is saved at most once a day, and 180 days after it began
 * at the latest.
 */
const IDLE_MS = 30 * DAY_MS
const LIFETIME_MS = SESSION_DAYS * DAY_MS

const expiryOf = (startedAt: Date, lastUsedAt: Date) =>
  new Date(Math.min(lastUsedAt.getTime() + IDLE_MS, startedAt.getTime() + LIFETIME_MS))

/** The stored form of a token, from which the token can't be recovered. */
export function hashedToken(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}

type SessionSecrets = Pick<Deps['config'], 'sessionSecret' | 'sessionSecretPrevious'>

/** The possible stored forms of a token: under the current secret and, if there is one, the previous secret. */
export function tokenHashes(
  { sessionSecret, sessionSecretPrevious }: SessionSecrets,
  token: string,
): [string, ...string[]] {
  const current = hashedToken(sessionSecret, token)
  return sessionSecretPrevious === undefined
    ? [current]
    : [current, hashedToken(sessionSecretPrevious, token)]
}

/** Whether `signature` is the `hashedToken` of `text` under the current or the previous secret. */
export function isSignatureOf(secrets: SessionSecrets, signature: string, text: string): boolean {
  const given = Buffer.from(signature)
  return tokenHashes(secrets, text).some((hash) => {
    const right = Buffer.from(hash)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

/** Whether the browser may be signed in. The session may have ended. */
export const hasSessionCookie = (deps: Pick<Deps, 'config'>, request: FastifyRequest): boolean =>
  Boolean(request.cookies[cookieName(deps)])

/** The session of this token, or null. After a change of the secret it may be stored under the previous one. */
async function sessionOf(
  deps: Deps,
  token: string,
  now: Date,
): Promise<{ sid: string; row: SessionRow } | null> {
  for (const sid of tokenHashes(deps.config, token)) {
    const row = await deps.sessions.find(
      sid,
      async () => (await findSession(deps.statements, { sid, now }))[0],
    )
    if (row && row.expire > now) return { sid, row }
  }
  return null
}

/** The signed-in person, or null. Using a session extends it and its cookie. */
export async function viewerOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> {
  const token = request.cookies[cookieName(deps)]
  if (!token) return null
  const now = deps.clock.now()
  const session = await sessionOf(deps, token, now)
  if (!session) return null
  const { row } = session
  let { sid } = session
  if (row.lastUsedAt.getTime() < now.getTime() - DAY_MS) {
    const expire = expiryOf(row.startedAt, now)
    // Stores it under the current secret, so that the previous one can be removed after 30 days.
    const current = hashedToken(deps.config.sessionSecret, token)
    await deps.db
      .updateTable('sessions')
      .set({ sid: current, lastUsedAt: now, expire })
      .where('sid', '=', sid)
      .execute()
    await noteVisit(deps.db, row.userId, now)
    deps.sessions.drop(sid)
    sid = current
    setSessionCookie(deps, reply, token, expire)
  }
  logViewer(request, row.userId)
  const { userId: id, isLeaving, restrictions } = row
  return { id, sid, isLeaving, restrictions }
}

/**
 * Signs a browser in with a new token and ends its previous session, which prevents session fixation. `event`: how the
 * person signed in. `isConfirmed`: whether that took a password or a passkey (`requireReauthentication`).
 */
export async function startSession(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, event, isConfirmed }: { userId: string; event: AuditEvent; isConfirmed: boolean },
): Promise<void> {
  await endSession(deps, request, reply)
  const token = deps.clock.newToken()
  const now = deps.clock.now()
  const expire = expiryOf(now, now)
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sessions')
      .values({
        sid: hashedToken(deps.config.sessionSecret, token),
        userId,
        expire,
        startedAt: now,
        lastUsedAt: now,
        reauthenticatedAt: isConfirmed ? now : null,
        factorAt: event === 'sign_in.factor' || event === 'sign_in.passkey' ? now : null,
        sess: JSON.stringify({
          startedAt: now.toISOString(),
          browser: (request.headers['user-agent'] ?? '').slice(0, 300),
        }),
      })
      .execute()
    await noteVisit(trx, userId, now)
    await recordEvent(trx, { ...deps, by: originOf(request, { id: userId }) }, { event, userId })
  })
  setSessionCookie(deps, reply, token, expire)
}

/** Gives the session a new token, so that copies of its cookie stop working. The person stays signed in. */
export async function renewSession(
  deps: Deps,
  reply: FastifyReply,
  { sid }: Pick<Viewer, 'sid'>,
): Promise<void> {
  const token = deps.clock.newToken()
  const renewed = await deps.db
    .updateTable('sessions')
    .set({ sid: hashedToken(deps.config.sessionSecret, token) })
    .where('sid', '=', sid)
    .returning('expire')
    .executeTakeFirst()
  deps.sessions.drop(sid)
  // The session was ended from another device in the meantime.
  if (renewed) setSessionCookie(deps, reply, token, renewed.expire)
}

/**
 * Call this before what requires more than an open browser: changes of factors, price, payout account, username and
 * email, deletion, a copy of one's data, the billing portal and ending other sessions.
 * Throws `reauthentication_required` unless the person has entered their password or used a passkey within the last 10
 * minutes, to sign in to this session or to confirm their identity in it. The page then asks for it and repeats the
 * call (web/lib/reauthentication.ts).
 */
export async function requireReauthentication(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { sid }: Viewer,
): Promise<void> {
  const since = new Date(clock.now().getTime() - REAUTHENTICATION_MINUTES * 60_000)
  const session = await db
    .selectFrom('sessions')
    .select('reauthenticatedAt')
    .where('sid', '=', sid)
    .where('reauthenticatedAt', '>', since)
    .executeTakeFirst()
  if (!session) throw new Problem('reauthentication_required')
}

/** Starts the 10 minutes of `requireReauthentication`. */
export async function saveReauthentication(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { sid }: Viewer,
): Promise<void> {
  await db.updateTable('sessions').set({ reauthenticatedAt: clock.now() }).where('sid', '=', sid).execute()
}

function setSessionCookie(deps: Deps, reply: FastifyReply, token: string, expire: Date): void {
  const maxAge = Math.ceil((expire.getTime() - deps.clock.now().getTime()) / 1000)
  void reply.setCookie(cookieName(deps), token, { ...cookieOptions(deps), maxAge })
}

/** Signs a browser out. Can be repeated. */
export async function endSession(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = request.cookies[cookieName(deps)]
  if (!token) return
  const sids = tokenHashes(deps.config, token)
  await deps.db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('sessions')
      .where('sid', 'in', sids)
      .returning('userId')
      .executeTakeFirst()
    if (!ended) return
    const { userId } = ended
    await notify(trx, [userId], 'session')
    const by = originOf(request, { id: userId })
    await recordEvent(trx, { ...deps, by }, { event: 'sessions.ended', userId, quantity: 1 })
  })
  for (const sid of sids) deps.sessions.drop(sid)
  void reply.clearCookie(cookieName(deps), cookieOptions(deps))
}

/** For every cookie. The prefix `__Host-` requires this path. */
export const cookieOptions = (deps: Pick<Deps, 'config'>) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(deps.config),
  }) as const
