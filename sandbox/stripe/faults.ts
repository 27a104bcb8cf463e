// How long calls take, and trouble on the line, asked for by tests: errors, silence and cut connections, before or after the work.
import { integerBetween } from './clock.ts'

/** Drawn anew for each call, both ends included. */
export type Latency = { minMs: number; maxMs: number }
export const NO_LATENCY: Latency = { minMs: 0, maxMs: 0 }
export const latencyOf = ({ minMs, maxMs }: Latency): number => integerBetween(minMs, maxMs)

export type Fault = {
  /**
   * `error-*` answer 500, `cut-*` end the connection, `silence` never answers; `after`: the work is done and kept;
   * `undone`: it was begun and taken back, so that the failure is kept for its idempotency key.
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
  /** Only for calls of this method, and whose path matches. */
  method?: string
  path?: RegExp
  /** How often; once when it is not said. */
  times?: number
  /** How many such calls are spared first; none when it is not said. */
  skip?: number
  /** How long the work waits. */
  slowMs?: number
  /** How long the answer is under way: what it says may be over by then. */
  lateMs?: number
}

/** Faults in the order they were asked for; each is used up. */
export class Faults {
  #waiting: Fault[] = []
  readonly #met = new WeakSet<Fault>()

  /** Says afterwards whether a call has met it. */
  add(fault: Fault): () => boolean {
    const waiting = { times: 1, ...fault }
    this.#waiting.push(waiting)
    return () => this.#met.has(waiting)
  }

  /** Takes back what is left of them. */
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
