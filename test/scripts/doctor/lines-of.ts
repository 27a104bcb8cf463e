// Helpers that run one check of the doctor with given settings.
import { expect } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { openLog } from '#server/log.ts'
import { type Check, type DoctorContext, runChecks } from '../../../tools/scripts/doctor/finding.ts'

export const KEY = Buffer.alloc(32, 7).toString('base64')
const SETTINGS = { NODE_ENV: 'test', SESSION_SECRET: 'a secret of at least 32 characters, for tests' }

export type Given = Partial<Pick<DoctorContext, 'urls' | 'clock' | 'substitutes'>> & { limitMs?: number }

/** The findings of one check, as "state: sentence". Checks their form, too. */
export async function linesOf(
  check: Check,
  settings: Record<string, string>,
  { limitMs, ...given }: Given = {},
): Promise<string[]> {
  const config = readConfig({ ...SETTINGS, ...settings })
  const usual = { config, urls: undefined, clock: systemClock, log: openLog('silent'), substitutes: {} }
  const found = await runChecks([check], { ...usual, ...given }, limitMs)
  for (const { check: name, state, says, remedy } of found) {
    expect(name).toBe(check.name)
    expect(remedy === null).toBe(state === 'ok')
    expect(says).toMatch(/^[^\n]+\.$/)
  }
  return found.map(({ state, says }) => `${state}: ${says}`)
}
