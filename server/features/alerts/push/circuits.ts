// Circuit breakers: stop calling a failing push service, so that it doesn't delay other devices. Each copy of the
// server has its own.
import type { Clock } from '#server/clock.ts'
import type { PushOutcome } from '#server/adapters/push.ts'

/** The number of consecutive failures, over all devices of a host, that opens its circuit. */
const FAILURES = 5
const FIRST_MS = 5000
const LONGEST_MS = 300_000

type Circuit = { failures: number; opened: number; openUntilMs: number; isProbing: boolean }

export type Circuits = ReturnType<typeof openCircuits>

export function openCircuits({ elapsedMs }: Pick<Clock, 'elapsedMs'>) {
  const circuits = new Map<string, Circuit>()
  const of = (host: string): Circuit => {
    const known = circuits.get(host)
    if (known) return known
    const made = { failures: 0, opened: 0, openUntilMs: 0, isProbing: false }
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
      if (circuit.isProbing) return FIRST_MS
      circuit.isProbing = true
      return null
    },
    heard(host: string, outcome: PushOutcome): void {
      const circuit = of(host)
      circuit.isProbing = false
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
