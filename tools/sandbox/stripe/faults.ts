// Latency and faults that tests inject: errors, timeouts and dropped connections, before or after the work.
import { integerBetween } from './clock.ts'

/** A random latency per call, both ends inclusive. */
export type Latency = { minMs: number; maxMs: number }
export const NO_LATENCY: Latency = { minMs: 0, maxMs: 0 }
export const latencyOf = ({ minMs, maxMs }: Latency): number => integerBetween(minMs, maxMs)

export type Fault = {
  /**
   * `error-*` responds with 500, `cut-*` drops the connection, `silence` never responds. `after`: the work is done
   * and kept. `undone`: it is rolled back, and the failure is stored under its idempotency key.
   */
  how:
    | 'error-before'
    | 'error-after'
    | 'error-undone'
    | 'cut-before'
    | 'cut-after'
    | 'silence'
    | 'conflict'
    | 'key-in-use'
    | 'rate-limit'
    | 'slow'
    | 'late'
  /** Limits the fault to this method and to paths that match. */
  method?: string
  path?: RegExp
  /** How many calls it affects; 1 by default. */
  times?: number
  /** How many matching calls pass before it; 0 by default. */
  skip?: number
  /** Delay before the work. */
  slowMs?: number
  /** Delay after the work: the response may be outdated when it arrives. */
  lateMs?: number
}

/** The pending faults, in the order they were added. Each is used up. */
export class Faults {
  #waiting: Fault[] = []
  readonly #met = new WeakSet<Fault>()

  /** Returns a function that returns whether the fault has affected a call. */
  add(fault: Fault): () => boolean {
    const waiting = { times: 1, ...fault }
    this.#waiting.push(waiting)
    return () => this.#met.has(waiting)
  }

  /** Removes the pending faults. */
  forget(): void {
    this.#waiting = []
  }

  take(method: string, path: string): Fault | null {
    const fault = this.#waiting.find((one) => {
      if ((one.method ?? method) !== method || one.path?.test(path) === false) return false
      one.skip = (one.skip ?? 0) - 1
      return one.skip < 0
    })
    if (!fault) return null
    this.#met.add(fault)
    fault.times = (fault.times ?? 1) - 1
    this.#waiting = this.#waiting.filter(({ times = 1 }) => times > 0)
    return fault
  }
}
