// The cookie of a known device. It grants no access: it only exempts the device from delays that others cause.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { cookieOptions, hashedToken, isSignatureOf, nameOfCookie } from '#server/http/session.ts'
import type { Account } from './store.ts'

const COOKIE = 'signalpost_device'
const YEAR_S = 365 * 86_400
/** How many accounts a device remembers. Beyond that, the account with the oldest sign-in is dropped. */
const ACCOUNTS_MAX = 5

type Needs = Pick<Deps, 'config' | 'clock'>
type Owner = Pick<Account, 'id' | 'password'>

/** The device's random id and one signature per account, newest first. */
function readCookie(
  deps: Pick<Needs, 'config'>,
  request: FastifyRequest,
): { id: string; signatures: string[] } | null {
  const value = request.cookies[nameOfCookie(deps, COOKIE)] ?? ''
  if (!/^[\w-]{43}(\.[\w-]{43})+$/.test(value)) return null
  const [id = '', ...signatures] = value.split('.')
  return { id, signatures: signatures.slice(0, ACCOUNTS_MAX) }
}

/** The password's hash is part of the signed text, so that a new password invalidates the signatures of all devices. */
const signed = (id: string, account: Owner) => `device ${id} ${account.id} ${account.password}`

/** Whether the request has a device cookie. Nothing is verified. */
export const hasDeviceCookie = (deps: Pick<Needs, 'config'>, request: FastifyRequest): boolean =>
  readCookie(deps, request) !== null

/** The id of a device that has signed in to this account since its password was set; null for any other device. */
export function knownDevice(
  deps: Pick<Needs, 'config'>,
  request: FastifyRequest,
  account: Owner,
): string | null {
  const cookie = readCookie(deps, request)
  if (!cookie) return null
  const text = signed(cookie.id, account)
  return cookie.signatures.some((one) => isSignatureOf(deps.config, one, text)) ? cookie.id : null
}

/** Makes the device known to the account for a year, even after signing out. */
export function rememberDevice(
  deps: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Owner,
): void {
  const { id, signatures } = readCookie(deps, request) ?? { id: deps.clock.newToken(), signatures: [] }
  const text = signed(id, account)
  const signature = hashedToken(deps.config.sessionSecret, text)
  const others = signatures.filter((one) => !isSignatureOf(deps.config, one, text))
  const value = [id, signature, ...others].slice(0, 1 + ACCOUNTS_MAX).join('.')
  void reply.setCookie(nameOfCookie(deps, COOKIE), value, { ...cookieOptions(deps), maxAge: YEAR_S })
}
