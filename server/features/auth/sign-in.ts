// Checks a username and a password. Other people's failed attempts don't lock the owner out (docs/decisions/0017).
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
import { openAddressQueues } from './address-queues.ts'
import { authenticatorSince } from './factors/authenticator.ts'
import { hasDeviceCookie, knownDevice } from './device-cookie.ts'
import { countFailure, forgetFailures, type Stranger, uncountFailure } from './failed-sign-ins.ts'
import { busy, type Turn } from './hashing-queue.ts'
import { checkPassword } from './passwords.ts'
import { openRecentDelays } from './recent-delays.ts'
import { type Account, accountByName } from './store.ts'

type SignIn = (
  credentials: z.output<typeof Credentials>,
  request: FastifyRequest,
  signal: AbortSignal,
) => Promise<Account>

/**
 * How many sign-ins may query the database at once, before their passwords are hashed. More would take all connections,
 * and a flood's queries would delay everybody's pages.
 */
const LOOKUPS_MAX = 3
const LOOKUP_WAIT_MS = 4000

/**
 * Returns the function that checks a username and a password and returns the account. It throws `too_many_requests` if
 * the address has tried too often, and `wrong_credentials`, `sign_in_delayed` and `sign_in_busy`, each after the same
 * steps as for an unknown username. If a delayed attempt has the correct password, its owner gets a link by email at
 * once. If the account has a second factor, the attempt isn't delayed, because the second factor still keeps strangers
 * out. `signal` is aborted when the client disconnects.
 */
export function openSignIn(deps: Deps, limits: RateLimits): SignIn {
  const queues = openAddressQueues()
  const delays = openRecentDelays(deps.clock)
  const lookups = openLimiter({ concurrency: LOOKUPS_MAX, waitMs: LOOKUP_WAIT_MS, busy })

  async function lookUp(name: string, request: FastifyRequest, signal: AbortSignal) {
    if (signal.aborted) throw busy()
    const address = clientAddress(request)
    const tries = await limits.consume('loginPerAddress', address)
    // No account can have such a name, so there is nothing to count.
    if (!looksLikeUsername(name)) return { tries, device: null, failures: null }
    const account = await accountByName(deps.db, name)
    const id = account && knownDevice(deps, request, account)
    const device = id ? `${id} ${account.id}` : null
    if (device !== null && (await isWithinLimit(limits, device)))
      return { tries, account, device, failures: null }
    const counts = deps.config.rateLimits
    const stranger = { username: name, address }
    if (!counts) return { tries, account, device: null, failures: null }
    try {
      const failures = await delays.remember(stranger, () => countFailure(deps, stranger))
      return { tries, account, device: null, failures }
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'sign_in_delayed')) throw error
      return { tries, account, device: null, failures: null, delay: error }
    }
  }

  /** Returns the account if the password is correct and a second factor follows. Throws the delay otherwise. */
  async function checkDelayed(
    stranger: Stranger,
    password: string,
    { account, delay, turn }: { account: Account | undefined; delay: Problem; turn: Turn },
  ): Promise<Account> {
    if (!delays.mayCheck(stranger)) throw delay
    const isCorrect = await checkPassword(account?.password, password, turn).catch((error: unknown) => {
      throw error instanceof Problem ? delay : error
    })
    if (!account || !isCorrect) throw delay
    if ((await authenticatorSince(deps.db, account.id)) !== null) return account
    const { username } = stranger
    const key = `email_sign_in_link:owner:${username}`
    await enqueue(deps.db, 'email_sign_in_link', { username, isPasswordRight: true }, { key })
    throw delay
  }

  async function check(name: string, password: string, request: FastifyRequest, signal: AbortSignal) {
    // Skipped for a device that may be known. The database decides.
    if (!hasDeviceCookie(deps, request))
      delays.refuseAgain({ username: name, address: clientAddress(request) })
    const found = await lookups.run(() => lookUp(name, request, signal))
    const { tries, account, device, failures } = found
    const turn = { isKnown: device !== null, tries, signal }
    const stranger = { username: name, address: clientAddress(request) }
    // Checked after all attempts that aren't delayed.
    const last = { ...turn, tries: Number.MAX_SAFE_INTEGER }
    if (found.delay)
      return await checkDelayed(stranger, password, { account, delay: found.delay, turn: last })
    const isCorrect = await checkPassword(account?.password, password, turn).catch(async (error: unknown) => {
      if (failures !== null) await uncountFailure(deps.db, name)
      throw error
    })
    if (account && isCorrect) {
      if (device !== null) await limits.reset('loginPerDevice', device)
      if (failures !== null) await forgetFailures(deps.db, name)
      return account
    }
    // A job checks whether the name exists, so that this call takes the same time either way.
    if (failures !== null && failures >= FAILED_SIGN_INS.points)
      await enqueue(deps.db, 'email_sign_in_link', { username: name }, { key: `email_sign_in_link:${name}` })
    const failed = { event: 'sign_in_failed.password', userId: account?.id ?? null } as const
    await recordFailure(deps.db, { ...deps, by: originOf(request, null) }, failed)
    throw new Problem('wrong_credentials')
  }

  return ({ username, password }, request, signal) =>
    queues.run(clientAddress(request), () => check(username.trim().toLowerCase(), password, request, signal))
}

/** A device with too many failures, such as one with a stolen cookie, counts as a stranger until its window ends. */
async function isWithinLimit(limits: RateLimits, key: string): Promise<boolean> {
  try {
    await limits.consume('loginPerDevice', key)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
