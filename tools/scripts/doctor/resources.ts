// The server's resources besides the database: the storage, the disk, the mail server, brokers and market data.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { alpacaMarket } from '#server/adapters/market/alpaca.ts'
import { massiveMarket } from '#server/adapters/market/massive.ts'
import type { Market } from '#server/adapters/market/port.ts'
import { greetMailServer } from '#server/adapters/mail.ts'
import { checkPlaidKeys } from '#server/adapters/broker/plaid/open.ts'
import { checkSnaptradeKeys } from '#server/adapters/broker/snaptrade/open.ts'
import { requestStamp } from '#server/adapters/time-stamp.ts'
import { openStorage } from '#server/adapters/storage/open.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { clockOf } from './database.ts'
import { type Check, fault, type Found, ok, reasonOf, warning } from './finding.ts'

const GIB = 1024 ** 3
/** Imports alone may use 4 GB temporarily (docs/operating.md). */
const FREE_BYTES = { warning: 5 * GIB, fault: GIB / 2 }
const DAY_MS = 86_400_000
const UNUSED = 'DATA_DIR doesn’t exist yet; the first start creates it.'

/** Writes, reads and deletes an object. After a crash it is deleted a day later, like any unused upload. */
export const storage: Check = {
  name: 'storage',
  async run(patient) {
    const { config, clock } = patient
    const place = config.s3
      ? `the bucket ${config.s3.bucket} at ${new URL(config.s3.endpoint).host}`
      : 'the disk'
    const remedy = config.s3
      ? 'Check the five S3 settings, and that the key may put, get and delete objects.'
      : 'Let the server’s account write to DATA_DIR, and make space.'
    if (!config.s3 && !existsSync(config.dataDir)) return [ok(UNUSED)]
    const key = `incoming/doctor-${clock.newId()}`
    const bytes = Buffer.from(`written by the doctor at ${clock.now().toISOString()}`)
    // The reason is in the storage's log line. It must not be shown to a person who uploads.
    let reason = ''
    const log = {
      ...patient.log,
      error: (fields: Record<string, unknown>) => void (reason = String(fields['error'])),
    }
    const opened = openStorage({ ...patient, log })
    try {
      await opened.write(key, bytes, 'text/plain')
      const read = await opened.read(key, bytes.length)
      await opened.remove(key)
      if (!read?.equals(bytes))
        return [fault(`An object written to ${place} was read back with different content.`, remedy)]
      if ((await opened.read(key, bytes.length)) !== null)
        return [fault(`An object that was deleted from ${place} is still there.`, remedy)]
      return [ok(`An object was written to ${place}, read and deleted.`)]
    } catch (error) {
      return [fault(`Writing to ${place} failed: ${reason || reasonOf(error)}.`, remedy)]
    }
  },
}

export const disk: Check = {
  name: 'disk',
  async run({ config }) {
    const space = await statfs(config.dataDir).catch(() => null)
    if (space === null) return [ok(UNUSED)]
    const free = space.bavail * space.bsize
    const says = `${(free / GIB).toFixed(1)} GiB are free in DATA_DIR.`
    const remedy = 'Free space, or move DATA_DIR to a larger disk.'
    if (free < FREE_BYTES.fault) return [fault(says, remedy)]
    return [free < FREE_BYTES.warning ? warning(says, remedy) : ok(says)]
  },
}

export const mail: Check = {
  name: 'mail',
  async run({ config: { smtpUrl, smtpNeedsTls } }) {
    if (smtpUrl === undefined) return [ok('Emails are stored, not sent; /sandbox/mail shows them.')]
    try {
      await greetMailServer(smtpUrl, smtpNeedsTls)
    } catch (error) {
      return [fault(`${reasonOf(error)}.`, 'Correct SMTP_URL, or start the mail server.')]
    }
    const { protocol, hostname, username } = new URL(smtpUrl)
    const says = `The mail server ${hostname} greets${username ? ' and accepts the password' : ''}.`
    if (protocol === 'smtps:' || username) return [ok(says)]
    return [ok(`${says} No password is set.`)]
  },
}

export const brokers: Check = {
  name: 'brokers',
  async run({ config, substitutes }) {
    const { snaptrade, plaid } = config.brokers
    const found: Found[] = []
    if (snaptrade?.isSandbox) found.push(ok('The sample broker is used; its figures say “Sample data”.'))
    else if (snaptrade)
      found.push(
        await keysOf('SnapTrade', 'SNAPTRADE_CLIENT_ID and SNAPTRADE_CONSUMER_KEY', () =>
          checkSnaptradeKeys(snaptrade, substitutes.snaptradeUrl),
        ),
      )
    if (plaid)
      found.push(
        await keysOf('Plaid', 'PLAID_CLIENT_ID, PLAID_SECRET and PLAID_ENV', () =>
          checkPlaidKeys({
            ...plaid,
            ...(substitutes.plaidUrl !== undefined && { basePath: substitutes.plaidUrl }),
          }),
        ),
      )
    return found.length > 0 ? found : [ok('No broker is configured; files can still be imported.')]
  },
}

export const market: Check = {
  name: 'market data',
  async run({ config, clock, substitutes }) {
    const { massiveKey, alpaca } = config.market
    // A single call, outside the server's rate limit.
    const rateLimit = { acquire: async () => {}, pause: async () => {} }
    const readsPrices = (opened: Market) => async () => {
      const now = clock.now().getTime()
      await opened.closes('SPY', utcDay(now - 10 * DAY_MS), utcDay(now - 3 * DAY_MS))
    }
    const found: Found[] = []
    if (massiveKey !== undefined) {
      const opened = massiveMarket({ key: massiveKey, rateLimit, url: substitutes.massiveUrl })
      found.push(await keysOf('Massive', 'MASSIVE_API_KEY', readsPrices(opened)))
    }
    if (alpaca) {
      const opened = alpacaMarket({ ...alpaca, rateLimit, url: substitutes.alpacaUrl })
      found.push(await keysOf('Alpaca', 'ALPACA_KEY_ID and ALPACA_SECRET_KEY', readsPrices(opened)))
    }
    if (found.length > 0) return found
    if (config.mode !== 'production') return [ok('Prices are simulated; figures say “Sample data”.')]
    return [
      warning(
        'Prices are simulated; figures say “Sample data”.',
        'Set MASSIVE_API_KEY or the two ALPACA settings.',
      ),
    ]
  },
}

async function keysOf(name: string, settings: string, call: () => Promise<unknown>): Promise<Found> {
  try {
    await call()
    return ok(`${name} accepts the keys.`)
  } catch (error) {
    return fault(`${name} can’t be used: ${reasonOf(error)}.`, `Check ${settings}, and that ${name} is up.`)
  }
}

/** Requests a stamp of random bytes. */
export const stamps: Check = {
  name: 'stamps',
  async run({ config: { tsaUrl }, clock }) {
    if (tsaUrl === undefined) return [ok('Without TSA_URL, the log of signals isn’t stamped outside.')]
    try {
      const { at } = await requestStamp({ url: tsaUrl }, Buffer.from(clock.newToken()), clock.newToken())
      const skewMs = Math.abs(clock.now().getTime() - at.getTime())
      // A stamp's time may be in whole seconds.
      return [
        ok('The time-stamping authority stamps.'),
        clockOf(Math.max(0, skewMs - 1000), 'the authority’s'),
      ]
    } catch (error) {
      return [fault(`${reasonOf(error)}.`, 'Correct TSA_URL, or choose another authority.')]
    }
  },
}
