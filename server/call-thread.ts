// A worker thread that answers many calls at the same time, for work that would delay the requests of this process.
import { parentPort, type Worker } from 'node:worker_threads'
import { startThread, ThreadError } from './worker-thread.ts'

export type CallThreadOptions = {
  /** The limits of the thread's heap, and of its young generation, in MB. */
  maxMb: number
  youngMb: number
  /** The thread ends after this many milliseconds without a call; the next call starts it again. */
  idleMs: number
}

export type CallThread<Call, Answer> = {
  /** Throws `ThreadError` if the thread ends before it answers. Both are copied. */
  call(call: Call): Promise<Answer>
  /** Ends the thread, and with it the calls that it hasn't answered. */
  close(): Promise<void>
}

/** A low-priority thread can fall behind and then answer many calls at once, so they are handled in small groups. */
const ANSWERS_A_TURN = 8

type Numbered<T> = [number: number, value: T]
type Pending<Answer> = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/**
 * `file` calls `serveCalls`. The thread starts with the first call, and doesn't keep the process alive between calls.
 */
export function openCallThread<Call, Answer>(
  file: string,
  { idleMs, ...limits }: CallThreadOptions,
): CallThread<Call, Answer> {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let calls = 0
  const pending = new Map<number, Pending<Answer>>()
  const send = inBatches<Numbered<Call>>((batch) => thread?.postMessage(batch))

  function end(error: Error): void {
    const ended = thread
    thread = null
    void ended?.terminate()
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  function rest(): void {
    thread?.unref()
    idle = setTimeout(() => end(new ThreadError('The thread was idle')), idleMs).unref()
  }
  function hear(batch: Numbered<Answer>[]): void {
    // Requests are served in between.
    if (batch.length > ANSWERS_A_TURN) {
      const later = batch.splice(ANSWERS_A_TURN)
      setImmediate(() => hear(later))
    }
    for (const [number, answer] of batch) {
      pending.get(number)?.resolve(answer)
      pending.delete(number)
    }
    if (pending.size === 0) rest()
  }
  function start(): Worker {
    const started = startThread(file, limits)
    const ifCurrent = (error: Error) => {
      if (thread === started) end(error)
    }
    started.on('message', hear)
    started.on('error', ifCurrent)
    started.on('exit', () => ifCurrent(new ThreadError('The thread ended without an answer')))
    return started
  }

  return {
    call(call) {
      thread ??= start()
      if (pending.size === 0) thread.ref()
      clearTimeout(idle)
      calls += 1
      const answer = Promise.withResolvers<Answer>()
      pending.set(calls, answer)
      send([calls, call])
      return answer.promise
    },
    async close() {
      clearTimeout(idle)
      const ended = thread
      end(new ThreadError('The thread was closed'))
      await ended?.terminate()
    },
  }
}

/** Called once by the thread's file. An error of `answer` ends the thread; return errors that callers should handle. */
export function serveCalls(answer: (call: unknown) => Promise<unknown>): void {
  const send = inBatches<Numbered<unknown>>((batch) => parentPort?.postMessage(batch))
  const run = async ([number, call]: Numbered<unknown>) => send([number, await answer(call)])
  parentPort?.on('message', (batch: Numbered<unknown>[]) => {
    for (const one of batch) void run(one)
  })
}

/**
 * Batches the messages of one turn of the event loop, because sending a message between threads costs more than its
 * content.
 */
function inBatches<T>(post: (batch: T[]) => void): (one: T) => void {
  let batch: T[] = []
  return (one) => {
    if (batch.push(one) > 1) return
    setImmediate(() => {
      const whole = batch
      batch = []
      post(whole)
    })
  }
}
