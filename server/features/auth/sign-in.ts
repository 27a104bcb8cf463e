// Checks a username and a password. Nobody's wrong tries keep the owner out (docs/decisions/0017-sign-in-under-attack.md).
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { clientAddress, type RateLimits } from '#server/http/rate-limits.ts'
import { disconnectSignal, type Http } from '#server/http/serve.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Credentials } from '#shared/contracts/auth.ts'
import { FAILED_SIGN_INS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { looksLikeUsername } from '#shared/rules/people.ts'
import { hasDeviceCookie, knownDevice } from './device-cookie.ts'
import { countFailure, forgetFailures, uncountFailure } from './failed-sign-ins.ts'
import { checkPassword, refuseIfBusy } from './passwords.ts'
import { type Account, accountByName } from './store.ts'

/**
 * Returns the account. Throws `wrong_credentials`, `sign_in_delayed` and `sign_in_busy`, each in the same way and after the
 * same steps for a username that nobody has.
 */
export async function signIn(
  deps: Deps,
  limits: RateLimits,
  { username, password }: z.output<typeof Credentials>,
  http: Http,
): Promise<Account> {
  const { request, reply, count: tries } = http
  const signal = disconnectSignal(reply)
  // Before any query: most tries of a flood end here.
  if (!hasDeviceCookie(request)) refuseIfBusy(tries)
  const name = username.trim().toLowerCase()
  // No account can have a name of another form, so there is nothing to count.
  const isName = looksLikeUsername(name)
  const account = isName ? await accountByName(deps.db, name) : undefined
  const device = account ? knownDevice(deps, request, account) : null

  if (account && device !== null) {
    const key = `${device} ${account.id}`
    if (await isWithinLimit(limits, key)) {
      if (!(await checkPassword(account.password, password, { isKnown: true, tries, signal })))
        throw new Problem('wrong_credentials')
      await limits.reset('loginPerDevice', key)
      return account
    }
  }

  const stranger = { username: name, address: clientAddress(request) }
  const counts = isName && deps.config.rateLimits
  const failures = counts ? await countFailure(deps, stranger) : 0
  const isRight = await checkPassword(account?.password, password, { isKnown: false, tries, signal }).catch(
    async (error: unknown) => {
      if (counts) await uncountFailure(deps.db, name)
      throw error
    },
  )
  if (account && isRight) {
    if (counts) await forgetFailures(deps.db, name)
    return account
  }
  // The job looks whether anybody has this name, so that this call takes the same time if nobody has.
  if (failures >= FAILED_SIGN_INS.points)
    await enqueue(deps.db, 'email_sign_in_link', { username: name }, { key: `email_sign_in_link:${name}` })
  throw new Problem('wrong_credentials')
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
