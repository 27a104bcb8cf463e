// Trouble on the line, asked for by tests: refusals, silence and cut connections.
export type Fault = {
  /** Answers with this status (and `body`), ends the connection, or never answers. */
  how: number | 'cut' | 'silence'
  body?: unknown
  /** The work is done and kept before it. */
  isAfter?: boolean
  /** Only for calls of this method, and whose path (without prefix) matches. */
  method?: string
  path?: RegExp
  /** How often; once when it is not said. */
  times?: number
  /** How many such calls are spared first. */
  skip?: number
}

/** Faults in the order they were asked for; each is used up. */
export class Faults {
  #waiting: Fault[] = []
  readonly #met = new WeakSet<Fault>()

  /** Says afterwards whether a call has met it. */
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
