// Counts a client's requests in the last minute and sets the rate limit headers.
import { nowMs } from './clock.ts'

const WINDOW_MS = 60_000

export class RateLimit {
  readonly #limit: number
  #sent: number[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts this request. `waitSeconds` is 0 if it may pass. */
  take(): { headers: Record<string, string>; waitSeconds: number } {
    const now = nowMs()
    this.#sent = this.#sent.filter((at) => at > now - WINDOW_MS)
    const isOver = this.#sent.length >= this.#limit
    if (!isOver) this.#sent.push(now)
    const reset = Math.max(1, Math.ceil(((this.#sent[0] ?? now) + WINDOW_MS - now) / 1000))
    const headers = {
      'x-ratelimit-limit': String(this.#limit),
      'x-ratelimit-remaining': String(this.#limit - this.#sent.length),
      'x-ratelimit-reset': String(reset),
    }
    return { headers, waitSeconds: isOver ? reset : 0 }
  }
}
