// The product in a separate process, which tests and drills can kill and stop, and whose output they can read.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { within } from './within.ts'

export type Product = {
  origin: string
  process: ChildProcess
  /** Its output so far, including the log. */
  said(): string
  /** Resolves with the exit code or the signal that ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string>
  /** Sends a request like a browser, signed in if a cookie is given. */
  ask(path: string, cookie?: string, body?: unknown): Promise<Response>
  /** Signs in and returns the cookie. */
  signIn(username: string, password?: string): Promise<string>
}

const running = new Set<ChildProcess>()

const START_MAX_S = 90
const ANSWER_MAX_MS = 60_000
/** A stopping product exits within DRAIN_SECONDS and 25 s. */
const STOP_MAX_S = 60
/** For drills, and for tests of what people see while the database is slow or unavailable. */
export const DEFAULT_DATABASE_TIMEOUTS = {
  DATABASE_CONNECT_TIMEOUT_MS: '500',
  DATABASE_QUERY_TIMEOUT_MS: '900',
}
/** For all other tests: on a busy machine, the defaults would cause 503 responses that the test isn't about. */
export const LONG_DATABASE_TIMEOUTS = {
  DATABASE_CONNECT_TIMEOUT_MS: '30000',
  DATABASE_QUERY_TIMEOUT_MS: '30000',
}

/** Starts `server/main.ts` on this database and resolves once it is ready. */
export async function startProduct(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-product-'))
  const child = spawn(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, '../../server/main.ts')],
    {
      env: {
        PATH: process.env.PATH,
        // A shared compile cache saves half a second of CPU per start.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NODE_ENV: 'test',
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        SESSION_SECRET: 'a secret of at least 32 characters, for tests',
        RATE_LIMITS: 'off',
        DEMO_DATA: 'off',
        ...LONG_DATABASE_TIMEOUTS,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.add(child)
  child.once('exit', () => {
    running.delete(child)
    void rm(dataDir, { recursive: true, force: true })
  })
  let said = ''
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString()
      const found = /ready at (http\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${said}`)))
  })
  const origin = await within(START_MAX_S, 'The start of the product', ready)

  const ask: Product['ask'] = (path, cookie, body) =>
    fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    origin,
    process: child,
    said: () => said,
    ask,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null)
        return child.exitCode ?? child.signalCode ?? ''
      child.kill(signal)
      const exit = once(child, 'exit') as Promise<[number | null, string | null]>
      const [code, endedBy] = await within(STOP_MAX_S, 'The end of the product', exit)
      return code ?? endedBy ?? ''
    },
    async signIn(username, password = 'signalpost') {
      const response = await ask('/api/login', undefined, { username, password })
      if (!response.ok) throw new Error(`${username} could not sign in: ${response.status}`)
      return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    },
  }
}

/** Kills the processes that a failed test or drill left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
