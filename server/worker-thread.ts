// Runs long work in a worker thread, so that requests are still answered. The thread's memory is freed when it ends.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export type ThreadOptions = {
  /** Copied to the thread, which has no other input: its environment is empty. */
  data: unknown
  /** Piped to the thread's `process.stdin`. Never destroyed, because its owner may still have to respond. */
  input?: Readable
  /** Terminates the thread. */
  signal?: AbortSignal
  /** The limit of the thread's heap. */
  maxMb: number
  /** The limit of its heap's young generation, in MB. */
  youngMb?: number
  /** The thread is terminated if it takes longer. */
  maxMs: number
  onProgress?: (progress: unknown) => void
}

/** The thread ended without a result. `isOutOfMemory`: it needed more than `maxMb`. */
export class ThreadError extends Error {
  override name = 'ThreadError'
  readonly isOutOfMemory: boolean
  constructor(message: string, isOutOfMemory = false) {
    super(message)
    this.isOutOfMemory = isOutOfMemory
  }
}

/** This process's compile cache, in a folder named after Node's version. */
const COMPILE_CACHE = getCompileCacheDir()

let running = 0
/** The number of running threads. Tests check that aborted work leaves none behind. */
export const threadsRunning = (): number => running

type Message = { progress: unknown } | { result: unknown }

/** A small young generation keeps the thread's memory close to the size of its data (measured). */
const YOUNG_MB = 4

/**
 * Runs a file that calls `serveThread` and resolves with its result, once the thread has ended. Throws the work's
 * error, the signal's reason, the input's error, or `ThreadError` beyond `maxMb` or `maxMs`.
 */
export async function runInThread(file: string, options: ThreadOptions): Promise<unknown> {
  const { data, input, signal, maxMb, youngMb = YOUNG_MB, maxMs, onProgress } = options
  signal?.throwIfAborted()
  const thread = new Worker(file, {
    workerData: data,
    env: COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: dirname(COMPILE_CACHE) },
    execArgv: [],
    stdin: input !== undefined,
    resourceLimits: { maxOldGenerationSizeMb: maxMb, maxYoungGenerationSizeMb: youngMb },
  })
  running += 1
  const done = Promise.withResolvers<unknown>()
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  thread.on('message', (message: Message) =>
    'progress' in message ? onProgress?.(message.progress) : done.resolve(message.result),
  )
  thread.once('error', (error: NodeJS.ErrnoException) =>
    done.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadError(error.message, true) : error),
  )
  thread.once('exit', () => done.reject(new ThreadError('The thread ended without a result')))
  const timer = setTimeout(() => done.reject(new ThreadError(`The thread took more than ${maxMs} ms`)), maxMs)
  const abort = () => done.reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort)
  input?.once('error', done.reject)
  if (input && thread.stdin) input.pipe(thread.stdin)
  try {
    return await done.promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    input?.off('error', done.reject)
    if (thread.stdin) input?.unpipe(thread.stdin)
    await thread.terminate()
    await ended
    running -= 1
  }
}

/** Called once by a thread's file: runs the task with the thread's data and posts its result. */
export async function serveThread(
  task: (data: unknown, onProgress: (progress: unknown) => void) => Promise<unknown>,
): Promise<void> {
  const send = (message: Message) => parentPort?.postMessage(message)
  send({ result: await task(workerData, (progress) => send({ progress })) })
}
