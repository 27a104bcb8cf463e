// Circuit breakers: stop calling a failing push service, so that it doesn't delay other devices. Each copy of the
// server has its own.
import type { Clock } from '#server/clock.ts'
import type { PushOutcome } from '#server/adapters/push.ts'

/** The number of consecutive failures, over all devices of a host, that opens its circuit. */
const FAILURES = 5
const FIRST_MS = 5000
const LONGEST_MS = 300_000

/** After this time without an outcome, another message probes: the first one was never sent, because of an error. */
const PROBE_MS = 30_000

/** `probedMs`: when a message was allowed as a probe; null without one. */
type Circuit = { failures: number; opened: number; openUntilMs: number; probedMs: number | null }

export type Circuits = ReturnType<typeof openCircuits>

export function openCircuits({ elapsedMs }: Pick<Clock, 'elapsedMs'>) {
  const circuits = new Map<string, Circuit>()
  const of = (host: string): Circuit => {
    const known = circuits.get(host)
    if (known) return known
    const made = { failures: 0, opened: 0, openUntilMs: 0, probedMs: null }
    circuits.set(host, made)
    return made
  }
  return {
    /**
     * Null if the host may be called, otherwise the time in ms until it may. After that time, a single message is sent
     * as a probe.
     */
    closedForMs(host: string): number | null {
      const circuit = circuits.get(host)
      if (!circuit || circuit.opened === 0) return null
      const left = circuit.openUntilMs - elapsedMs()
      if (left > 0) return left
      if (circuit.probedMs !== null && elapsedMs() - circuit.probedMs < PROBE_MS) return FIRST_MS
      circuit.probedMs = elapsedMs()
      return null
    },
    heard(host: string, outcome: PushOutcome): void {
      const circuit = of(host)
      circuit.probedMs = null
      if (outcome.is !== 'failed' && outcome.is !== 'busy') {
        circuits.delete(host)
        return
      }
      circuit.failures += 1
      if (circuit.failures < FAILURES && circuit.opened === 0) return
      // These messages were in flight when the circuit opened.
      if (circuit.openUntilMs > elapsedMs()) return
      circuit.opened += 1
      const usual = Math.min(FIRST_MS * 2 ** (circuit.opened - 1), LONGEST_MS)
      circuit.openUntilMs = elapsedMs() + Math.max(outcome.retryAfterMs ?? 0, usual)
    },
  }
}
