// The findings of the doctor's checks, which run concurrently, each with a time limit.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { DatabaseUrls } from '#server/db/migrate.ts'
import type { Log } from '#server/log.ts'

export type State = 'ok' | 'warning' | 'fault'
export type Finding = {
  /** The name of the check, such as `database`. */
  check: string
  state: State
  /** One sentence, without secrets. */
  says: string
  /** What to do about it. Null if it is fine. */
  remedy: string | null
}

/** The inputs of the checks. */
export type DoctorContext = {
  config: Config
  /** Undefined if the embedded database isn't running. */
  urls: DatabaseUrls | undefined
  clock: Clock
  log: Log
  /** Addresses of substitutes for tests; the real services if missing. */
  substitutes: {
    stripePort?: number
    snaptradeUrl?: string
    plaidUrl?: string
    massiveUrl?: string
    alpacaUrl?: string
    /** Another certificate authority, in PEM. */
    ca?: string
  }
}

export type Found = Omit<Finding, 'check'>
export type Check = { name: string; run: (patient: DoctorContext) => Promise<Found[]> }

export const ok = (says: string): Found => ({ state: 'ok', says, remedy: null })
export const warning = (says: string, remedy: string): Found => ({ state: 'warning', says, remedy })
export const fault = (says: string, remedy: string): Found => ({ state: 'fault', says, remedy })

/** Longer than each service's own time limit, so that the finding usually names what didn't answer. */
const CHECK_MS = 20_000

/** Runs all checks concurrently. A check that throws or takes longer than `limitMs` becomes a fault. */
export async function runChecks(
  checks: readonly Check[],
  patient: DoctorContext,
  limitMs = CHECK_MS,
): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async ({ name, run }) =>
      (await limited(run(patient), limitMs)).map((one) => ({ check: name, ...one })),
    ),
  )
  return found.flat()
}

async function limited(run: Promise<Found[]>, limitMs: number): Promise<Found[]> {
  const timer = new AbortController()
  const late = sleep(limitMs, null, { signal: timer.signal }).then(() => [
    fault(`The check took longer than ${limitMs / 1000} s.`, 'Check that the service is up, and repeat.'),
  ])
  late.catch(() => {})
  const answer = run.catch((error: unknown) => [
    fault(`The check failed: ${reasonOf(error)}.`, 'Check that the service is up, and repeat.'),
  ])
  try {
    return await Promise.race([answer, late])
  } finally {
    timer.abort()
  }
}

/** Why something failed, on one line. For a failed `fetch` or several addresses, Node puts the cause elsewhere. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause]
  const text = first instanceof Error ? reasonOf(first) : error.message
  return (text || error.name).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
}

/** 0: all fine. 1: warnings. 2: faults. */
export const exitCodeOf = (findings: readonly Finding[]): 0 | 1 | 2 =>
  findings.some(({ state }) => state === 'fault')
    ? 2
    : findings.some(({ state }) => state === 'warning')
      ? 1
      : 0
