// Faults that tests inject: error responses, timeouts and dropped connections.
export type Fault = {
  /** A number responds with that status (and `body`), `cut` drops the connection, `silence` never responds. */
  how: number | 'cut' | 'silence'
  body?: unknown
  /** The call takes effect before the fault. */
  isAfter?: boolean
  /** Limits the fault to this method and to paths (without prefix) that match. */
  method?: string
  path?: RegExp
  /** How many calls it affects; 1 by default. */
  times?: number
  /** How many matching calls succeed before it; 0 by default. */
  skip?: number
}

/** The pending faults, in the order in which they were added. Each is used up. */
export class Faults {
  #waiting: Fault[] = []
  readonly #met = new WeakSet<Fault>()

  /** Returns a function that returns whether the fault has affected a call. */
  add(fault: Fault): () => boolean {
    const waiting = { ...fault }
    this.#waiting.push(waiting)
    return () => this.#met.has(waiting)
  }

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
