// Runs long work in a worker thread, so that requests are still answered. The thread's memory is freed when it ends:
// after its work, or once a kept thread was idle for a while.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { setPriority } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'

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
  /**
   * How long the thread is kept afterwards for the file's next run, in ms, because loading its modules takes longer
   * than the work. Not with `input`, which a thread can read only once.
   */
  keepMs?: number
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

/** The idle thread of a file, and the timer that ends it. Neither keeps the process alive. */
const kept = new Map<string, { thread: Worker; timer: NodeJS.Timeout; forget: () => void }>()

/** A small young generation keeps the thread's memory close to the size of its data (measured). */
const YOUNG_MB = 4

/**
 * Runs a file that calls `serveThread` and resolves with its result, once the thread has ended or is idle. Throws the
 * work's error, the signal's reason, the input's error, or `ThreadError` beyond `maxMb` or `maxMs`.
 */
export async function runInThread(file: string, options: ThreadOptions): Promise<unknown> {
  const { data, input, signal, maxMs, keepMs, onProgress } = options
  signal?.throwIfAborted()
  const thread = takeKept(file) ?? startThread(file, options)
  running += 1
  const done = Promise.withResolvers<unknown>()
  const listen = (message: Message) =>
    'progress' in message ? onProgress?.(message.progress) : done.resolve(message.result)
  const fail = (error: NodeJS.ErrnoException) =>
    done.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadError(error.message, true) : error)
  const end = () => done.reject(new ThreadError('The thread ended without a result'))
  thread.on('message', listen).on('error', fail).on('exit', end)
  thread.postMessage(data)
  const timer = setTimeout(() => done.reject(new ThreadError(`The thread took more than ${maxMs} ms`)), maxMs)
  const abort = () => done.reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort)
  input?.once('error', done.reject)
  if (input && thread.stdin) input.pipe(thread.stdin)
  let hasResult = false
  try {
    const result = await done.promise
    hasResult = true
    return result
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    input?.off('error', done.reject)
    if (thread.stdin) input?.unpipe(thread.stdin)
    thread.off('message', listen).off('error', fail).off('exit', end)
    if (hasResult && keepMs !== undefined) keep(file, thread, keepMs)
    else await thread.terminate()
    running -= 1
  }
}

export function startThread(
  file: string,
  { input, maxMb, youngMb = YOUNG_MB }: Pick<ThreadOptions, 'input' | 'maxMb' | 'youngMb'>,
): Worker {
  return new Worker(file, {
    env: COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: dirname(COMPILE_CACHE) },
    execArgv: [],
    stdin: input !== undefined,
    resourceLimits: { maxOldGenerationSizeMb: maxMb, maxYoungGenerationSizeMb: youngMb },
  })
}

function takeKept(file: string): Worker | undefined {
  const found = kept.get(file)
  if (!found) return undefined
  kept.delete(file)
  clearTimeout(found.timer)
  found.thread.off('error', found.forget).off('exit', found.forget).ref()
  return found.thread
}

/** Keeps at most one idle thread per file. A second one, from concurrent work, is ended. */
function keep(file: string, thread: Worker, keepMs: number): void {
  void takeKept(file)?.terminate()
  const forget = () => {
    if (kept.get(file)?.thread === thread) takeKept(file)
    void thread.terminate()
  }
  const timer = setTimeout(forget, keepMs).unref()
  kept.set(file, { thread, timer, forget })
  // An idle thread that fails is not used again.
  thread.on('error', forget).on('exit', forget).unref()
}

/** Called once by a thread's file: runs the task with the data of each run and posts its result. */
export function serveThread(
  task: (data: unknown, onProgress: (progress: unknown) => void) => Promise<unknown>,
): void {
  const send = (message: Message) => parentPort?.postMessage(message)
  const run = async (data: unknown) => send({ result: await task(data, (progress) => send({ progress })) })
  // An error ends the thread and reaches its owner.
  parentPort?.on('message', (data: unknown) => void run(data))
}

const NICENESS = 10

/**
 * Called by a thread's file: on a busy machine the thread gets the CPU time that requests leave, at least a tenth of a
 * core. Only on Linux, where a priority is the calling thread's own; elsewhere it would be the whole process's.
 */
export function letRequestsGoFirst(): void {
  if (process.platform === 'linux') setPriority(NICENESS)
}
