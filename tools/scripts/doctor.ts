// npm run doctor [-- --json]: checks everything that the product depends on, and says what to fix.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { type Config, readConfig } from '#server/config.ts'
import { SettingsError } from '#server/settings.ts'
import { runningEmbeddedPostgres } from '#server/db/embedded.ts'
import { openLog } from '#server/log.ts'
import { database } from './doctor/database.ts'
import { documents } from './doctor/documents.ts'
import { exitCodeOf, type Finding, runChecks } from './doctor/finding.ts'
import { brokers, disk, mail, market, stamps, storage } from './doctor/resources.ts'
import { push } from './doctor/push.ts'
import { server, site } from './doctor/site.ts'
import { stripe } from './doctor/stripe.ts'

const USAGE = `npm run doctor            checks settings, database, storage, mail, payments and the site
npm run doctor -- --json  prints the findings as one JSON object
It ends with 0 if all is fine, 1 with warnings, and 2 with faults. It changes no data.`

const CHECKS = [server, documents, database, storage, disk, mail, push, stripe, site, brokers, market, stamps]
const MARKS = { ok: 'ok     ', warning: 'warning', fault: 'fault  ' }

/** Reads the settings without creating a session secret in an unused data directory. */
function settings(environment: Record<string, string | undefined>): Config {
  const { DATA_DIR = '', DATABASE_URL, SESSION_SECRET } = environment
  const isUnused = !existsSync(join(resolve(DATA_DIR || '.data'), 'session-secret'))
  const needsSecret = !SESSION_SECRET && !DATABASE_URL && isUnused
  return readConfig(needsSecret ? { ...environment, SESSION_SECRET: systemClock.newToken() } : environment)
}

async function findings(): Promise<Finding[]> {
  let config: Config
  try {
    config = settings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const remedy = 'Correct the setting (docs/operating.md); the other checks need it.'
    return error.message
      .split('\n')
      .map((line) => ({ check: 'settings', state: 'fault', says: `${line}.`, remedy }) as const)
  }
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl = url, dataDir } = config
  const urls = url && ownerUrl ? { url, ownerUrl } : await runningEmbeddedPostgres(dataDir)
  const says = `The settings are valid for ${config.mode}.`
  return [
    { check: 'settings', state: 'ok', says, remedy: null },
    ...(await runChecks(CHECKS, {
      config,
      urls,
      clock: systemClock,
      log: openLog('silent'),
      substitutes: {},
    })),
  ]
}

function print(found: readonly Finding[]): void {
  const width = Math.max(...found.map(({ check }) => check.length))
  for (const { check, state, says, remedy } of found) {
    console.log(`${MARKS[state]}  ${check.padEnd(width)}  ${says}`)
    if (remedy !== null) console.log(`${' '.repeat(9 + width)}  → ${remedy}`)
  }
  const count = (state: Finding['state']) => found.filter((one) => one.state === state).length
  console.log(`\nfine: ${count('ok')}, warnings: ${count('warning')}, faults: ${count('fault')}`)
}

async function main(words: string[]): Promise<void> {
  const isJson = words.includes('--json')
  if (words.length > (isJson ? 1 : 0)) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const found = await findings()
  if (isJson) console.log(JSON.stringify({ findings: found }))
  else print(found)
  // Doesn't wait for a service after a check has given up on it.
  process.exit(exitCodeOf(found))
}

await main(process.argv.slice(2))
