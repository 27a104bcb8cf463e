// Does long work in a thread of its own, so that requests go on being answered and its memory is given back at the end.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export type ThreadOptions = {
  /** Handed over as a copy; all that the thread knows, for it has nothing of the environment. */
  data: unknown
  /** Read as fast as the thread takes it (`process.stdin` there). Never destroyed: its owner may have to answer. */
  input?: Readable
  /** Ends the thread at once. */
  signal?: AbortSignal
  /** Of the thread's own heap. */
  maxMb: number
  /** The thread is ended when it takes longer. */
  maxMs: number
  onProgress?: (progress: unknown) => void
}

/** `isFull`: it took more than `maxMb`. */
export class ThreadGaveUp extends Error {
  override name = 'ThreadGaveUp'
  readonly isFull: boolean
  constructor(message: string, isFull = false) {
    super(message)
    this.isFull = isFull
  }
}

/** Where this process keeps what Node has compiled, below a folder of its version. */
const COMPILED = getCompileCacheDir()

let running = 0
/** How many threads there are right now: none is left behind by what was called off. */
export const threadsRunning = (): number => running

type Message = { progress: unknown } | { result: unknown }

/** Few short-lived objects at a time, so that a thread takes little beside what it keeps (measured). */
const YOUNG_MB = 4

/**
 * Runs a file that calls `work` and resolves with its result, once the thread is gone. Throws what the work threw,
 * the signal's reason, what `input` broke off with, and `ThreadGaveUp` beyond `maxMb` or `maxMs`.
 */
export async function inThread(file: string, options: ThreadOptions): Promise<unknown> {
  const { data, input, signal, maxMb, maxMs, onProgress } = options
  signal?.throwIfAborted()
  const thread = new Worker(file, {
    workerData: data,
    env: COMPILED === undefined ? {} : { NODE_COMPILE_CACHE: dirname(COMPILED) },
    execArgv: [],
    stdin: input !== undefined,
    resourceLimits: { maxOldGenerationSizeMb: maxMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  running += 1
  const done = Promise.withResolvers<unknown>()
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  thread.on('message', (message: Message) =>
    'progress' in message ? onProgress?.(message.progress) : done.resolve(message.result),
  )
  thread.once('error', (error: NodeJS.ErrnoException) =>
    done.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadGaveUp(error.message, true) : error),
  )
  thread.once('exit', () => done.reject(new ThreadGaveUp('The thread ended without a result')))
  const timer = setTimeout(() => done.reject(new ThreadGaveUp(`Not done within ${maxMs} ms`)), maxMs)
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

/** To be called once by a thread's file: does the work with what it was given, and hands back what comes of it. */
export async function work(
  does: (data: unknown, tell: (progress: unknown) => void) => Promise<unknown>,
): Promise<void> {
  const send = (message: Message) => parentPort?.postMessage(message)
  send({ result: await does(workerData, (progress) => send({ progress })) })
}
