// Decides whose password is hashed next: people on a device that they have used before come first.
import { Problem } from '#shared/problems.ts'

export type Turn = {
  /** The device has signed in to the account before. */
  isKnown: boolean
  /** How many sign-ins its address has recently attempted. Strangers with fewer attempts come first. */
  tries: number
  /** Aborted when the client disconnects, which removes it from the queue. */
  signal?: AbortSignal
}

export type HashingQueueOptions = {
  /** How many passwords are hashed concurrently. */
  threads: number
  /** How many known devices may wait, and how many strangers. */
  waitingMax: number
  /** The longest wait, in milliseconds. */
  waitMs: number
  /** How long a thread pauses after a stranger's password if only strangers are waiting, in milliseconds. */
  restMs: number
}

export type HashingQueue = {
  /**
   * Runs the task when its turn comes. Throws `sign_in_busy` if the queue is full, the wait too long or the
   * client gone.
   */
  run<T>(turn: Turn, task: () => Promise<T>): Promise<T>
  /** How many passwords are being hashed, and how many are waiting. */
  load(): { running: number; waiting: number }
}

/** After this many known devices in a row, one stranger has a turn. */
const KNOWN_IN_A_ROW = 3

type Waiting = { tries: number; start: () => void; refuse: () => void }

/** The refusal of a sign-in that would wait too long. */
export const busy = (): Problem => new Problem('sign_in_busy', { retryAfterSeconds: 3 })

export function openHashingQueue(options: HashingQueueOptions): HashingQueue {
  const { threads, waitingMax, waitMs, restMs } = options
  let running = 0
  let knownInARow = 0
  /** The timers of paused threads. A known device ends a pause. */
  const resting = new Set<NodeJS.Timeout>()
  /** Oldest first. */
  const known: Waiting[] = []
  /**
   * Strangers with the fewest attempts come first, and among them the newest. If the oldest came first, everybody would
   * wait for the maximum time during a flood. This way most are answered at once, and the rest are asked to retry.
   */
  const strangers: Waiting[] = []

  function next(): Waiting | undefined {
    const isStrangersTurn = knownInARow >= KNOWN_IN_A_ROW && strangers.length > 0
    const line = known.length > 0 && !isStrangersTurn ? known : strangers
    knownInARow = line === known ? knownInARow + 1 : 0
    return line.shift()
  }

  const isFull = ({ isKnown, tries }: Turn) => {
    if (isKnown) return known.length >= waitingMax
    return strangers.length >= waitingMax && tries > (strangers.at(-1)?.tries ?? 0)
  }

  function add(turn: Turn, waiting: Waiting): void {
    if (turn.isKnown) return void known.push(waiting)
    const place = strangers.findIndex(({ tries }) => tries >= turn.tries)
    strangers.splice(place === -1 ? strangers.length : place, 0, waiting)
    if (strangers.length > waitingMax) strangers.pop()?.refuse()
  }

  /** Takes a free thread. For a known device, also a paused one. */
  function takeThread({ isKnown }: Turn): boolean {
    const [rest] = resting
    if (running + resting.size >= threads) {
      if (!isKnown || !rest) return false
      clearTimeout(rest)
      resting.delete(rest)
    }
    running += 1
    return true
  }

  function startNext(): void {
    const waiting = next()
    if (!waiting) return
    running += 1
    waiting.start()
  }

  function release(turn: Turn): void {
    running -= 1
    if (turn.isKnown || known.length > 0 || strangers.length === 0) return startNext()
    const rest = setTimeout(() => {
      resting.delete(rest)
      startNext()
    }, restMs)
    resting.add(rest)
  }

  async function waitForTurn(turn: Turn): Promise<void> {
    if (turn.signal?.aborted) throw busy()
    if (takeThread(turn)) return
    if (isFull(turn)) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { tries: turn.tries, start: resolve, refuse: () => reject(busy()) }
    // Leaves the queue at once, so that no thread goes to a client that has given up.
    const giveUp = () => {
      const line = turn.isKnown ? known : strangers
      const index = line.indexOf(waiting)
      if (index !== -1) line.splice(index, 1)
      waiting.refuse()
    }
    const timer = setTimeout(giveUp, waitMs)
    turn.signal?.addEventListener('abort', giveUp, { once: true })
    add(turn, waiting)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      turn.signal?.removeEventListener('abort', giveUp)
    }
  }

  return {
    async run(turn, task) {
      await waitForTurn(turn)
      try {
        return await task()
      } finally {
        release(turn)
      }
    },
    load: () => ({ running, waiting: known.length + strangers.length }),
  }
}
