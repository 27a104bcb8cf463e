// Signed promises of entries in the log, kept on this device: proof, if the log breaks one.
import { record } from '#shared/contracts/record.ts'
import { localStore } from './browser-storage.ts'
import { call } from './call.ts'

const KEY = 'log-promises'
/** A signal that isn't in the log by then is late. */
const LATE_MS = 10_000
const KEPT_MAX = 20

/** `note` is the signed note, and `vkey` the key that verifies it. */
export type LogPromise = { signalId: string; note: string; vkey: string }

/** Asks for the promise of a signal that was just posted, unless the log has it ten seconds later. */
export function watchPosted(signalId: string): void {
  // Without an answer there is nothing to keep, and the log is checked by others too.
  setTimeout(() => void keepIfLate(signalId).catch(() => undefined), LATE_MS)
}

async function keepIfLate(signalId: string): Promise<void> {
  const answer = await fetch(`/log/signals/${signalId}`, { credentials: 'omit' })
  const logged = answer.ok ? ((await answer.json()) as { index: number | null }) : null
  if (typeof logged?.index === 'number') return
  const { promise } = await call(record.promise, { params: { id: signalId } })
  if (promise) localStore.set(KEY, JSON.stringify([...kept().slice(1 - KEPT_MAX), { signalId, ...promise }]))
}

export const keptPromise = (signalId: string): LogPromise | undefined =>
  kept().findLast((promise) => promise.signalId === signalId)

function kept(): LogPromise[] {
  const stored = localStore.getJson(KEY)
  return Array.isArray(stored) ? stored.filter(isPromise) : []
}

function isPromise(value: unknown): value is LogPromise {
  if (typeof value !== 'object' || value === null) return false
  const { signalId, note, vkey } = value as Partial<LogPromise>
  return typeof signalId === 'string' && typeof note === 'string' && typeof vkey === 'string'
}
