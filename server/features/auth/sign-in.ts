// Checks a username and a password. Nobody's wrong tries keep the owner out (docs/decisions/0017-sign-in-under-attack.md).
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { originOf } from '#server/audit/origin.ts'
import { recordFailure } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { openLimiter } from '#server/limiter.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Credentials } from '#shared/contracts/auth.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { openAddressLines } from './address-lines.ts'
import { hasDeviceCookie, knownDevice } from './device-cookie.ts'
import { countFailure, forgetFailures, uncountFailure } from './failed-sign-ins.ts'
import { busy } from './hashing-queue.ts'
import { checkPassword } from './passwords.ts'
import { openRecentDelays } from './recent-delays.ts'
import { type Account, accountByName } from './store.ts'

type SignIn = (
  credentials: z.output<typeof Credentials>,
  request: FastifyRequest,
  signal: AbortSignal,
) => Promise<Account>

/**
 * How many sign-ins query the database at once, before their passwords are hashed. More of them would take all connections,
 * and a flood's queries would hold up everybody's pages.
 */
const LOOKUPS_MAX = 3
const LOOKUP_WAIT_MS = 4000

/**
 * The function that checks a username and a password and returns the account. It throws `too_many_requests` if the address
 * has tried too often, and `wrong_credentials`, `sign_in_delayed` and `sign_in_busy`, each after the same steps for a username
 * that nobody has. `signal` is aborted when the client disconnects.
 */
export function openSignIn(deps: Deps, limits: RateLimits): SignIn {
  const lines = openAddressLines()
  const delays = openRecentDelays(deps.clock)
  const lookups = openLimiter({ concurrency: LOOKUPS_MAX, waitMs: LOOKUP_WAIT_MS, busy })

  async function lookUp(name: string, request: FastifyRequest, signal: AbortSignal) {
    if (signal.aborted) throw busy()
    const address = clientAddress(request)
    const tries = await limits.consume('loginPerAddress', address)
    // No account can have a name of another form, so there is nothing to count.
    if (!looksLikeUsername(name)) return { tries, device: null, failures: null }
    const account = await accountByName(deps.db, name)
    const id = account && knownDevice(deps, request, account)
    const device = id ? `${id} ${account.id}` : null
    if (device !== null && (await isWithinLimit(limits, device)))
      return { tries, account, device, failures: null }
    const counts = deps.config.rateLimits
    const stranger = { username: name, address }
    const failures = counts ? await delays.remember(stranger, () => countFailure(deps, stranger)) : null
    return { tries, account, device: null, failures }
  }

  async function check(name: string, password: string, request: FastifyRequest, signal: AbortSignal) {
    // A device may be known, so it is looked up.
    if (!hasDeviceCookie(request)) delays.refuseAgain({ username: name, address: clientAddress(request) })
    const { tries, account, device, failures } = await lookups.run(() => lookUp(name, request, signal))
    const turn = { isKnown: device !== null, tries, signal }
    const isRight = await checkPassword(account?.password, password, turn).catch(async (error: unknown) => {
      if (failures !== null) await uncountFailure(deps.db, name)
      throw error
    })
    if (account && isRight) {
      if (device !== null) await limits.reset('loginPerDevice', device)
      if (failures !== null) await forgetFailures(deps.db, name)
      return account
    }
    // The job looks whether anybody has this name, so that this call takes the same time if nobody has.
    if (failures !== null && failures >= FAILED_SIGN_INS.points)
      await enqueue(deps.db, 'email_sign_in_link', { username: name }, { key: `email_sign_in_link:${name}` })
    const failed = { event: 'sign_in_failed.password', userId: account?.id ?? null } as const
    await recordFailure(deps.db, { ...deps, by: originOf(request, null) }, failed)
    throw new Problem('wrong_credentials')
  }

  return ({ username, password }, request, signal) =>
    lines.run(clientAddress(request), () => check(username.trim().toLowerCase(), password, request, signal))
}

/** A device that was wrong too often, such as with a stolen cookie, is a stranger until its window ends. */
async function isWithinLimit(limits: RateLimits, key: string): Promise<boolean> {
  try {
    await limits.consume('loginPerDevice', key)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
