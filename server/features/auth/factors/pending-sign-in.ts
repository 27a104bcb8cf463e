// A sign-in after its first step: the password was correct, and a code is still missing. It grants no access.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { cookieOptions, hashedToken, isSignatureOf, nameOfCookie } from '#server/http/session.ts'
import { SECOND_STEP_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { type Account, accountById } from '../store.ts'

const COOKIE = 'signalpost_sign_in'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** The password's hash is part of the signed text, so that a new password invalidates it. */
const signed = ({ id, password }: FirstStep, expiresAtMs: number, isByLink: boolean) =>
  `begun sign-in ${isByLink ? 'by link ' : ''}${id} ${expiresAtMs} ${password}`
type FirstStep = Pick<Account, 'id' | 'password'>

/** Stores in a cookie for 10 minutes that the first step is done, with a password or an email link. */
export function beginSignIn(deps: Needs, reply: FastifyReply, account: FirstStep, isByLink: boolean): void {
  const expiresAtMs = deps.clock.now().getTime() + SECOND_STEP_MINUTES * 60_000
  const signature = hashedToken(deps.config.sessionSecret, signed(account, expiresAtMs, isByLink))
  const value = `${account.id}.${expiresAtMs}.${signature}`
  const options = { ...cookieOptions(deps), maxAge: SECOND_STEP_MINUTES * 60 }
  void reply.setCookie(nameOfCookie(deps, COOKIE), value, options)
}

/** The account that this browser is signing in to. Throws `sign_in_expired`. */
export async function pendingSignIn(
  deps: Needs,
  request: FastifyRequest,
): Promise<{ account: Account; isByLink: boolean }> {
  const [, id = '', expires = '', signature = ''] =
    /^([\da-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(request.cookies[nameOfCookie(deps, COOKIE)] ?? '') ?? []
  const expiresAtMs = Number(expires)
  if (id === '' || expiresAtMs <= deps.clock.now().getTime()) throw new Problem('sign_in_expired')
  const account = await accountById(deps.db, id)
  const isByLink = [false, true].find(
    (one) => account && isSignatureOf(deps.config, signature, signed(account, expiresAtMs, one)),
  )
  if (!account || isByLink === undefined) throw new Problem('sign_in_expired')
  return { account, isByLink }
}

export const endPendingSignIn = (deps: Needs, reply: FastifyReply): void =>
  void reply.clearCookie(nameOfCookie(deps, COOKIE), cookieOptions(deps))
