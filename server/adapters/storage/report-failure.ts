// Logs a failing storage at most once a minute.
import type { Log } from '#server/log.ts'

const INTERVAL_MS = 60_000

type Report = (fields: { error: string; code?: string }, message: string) => void
/** One per log, because a server has one storage. */
const reports = new WeakMap<Log, Report>()

/**
 * Reports a failure: the first one at once, later ones once a minute, with their number and the last error. Without
 * that, the sequencer alone would write a line each second.
 */
export function reportFailure(
  log: Log,
  error: unknown,
  { message, code }: { message: string; code?: string },
) {
  let report = reports.get(log)
  if (!report) reports.set(log, (report = openReport(log)))
  report({ error: String(error), ...(code !== undefined && { code }) }, message)
}

function openReport(log: Log): Report {
  let failures = 0
  let isWaiting = false
  let last: Parameters<Report> | undefined
  const write = () => {
    if (!last || failures === 0) return
    log.error({ event: 'storage_failed', failures, ...last[0] }, last[1])
    failures = 0
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      write()
    }, INTERVAL_MS).unref()
  }
  return (...failure) => {
    failures += 1
    last = failure
    if (!isWaiting) write()
  }
}
