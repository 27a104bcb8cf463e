// The product under test: a separate process on the benchmark database, with signed-in people.
import type pg from 'pg'
import { personId } from './population.ts'
import { type Server, startProcess } from './servers.ts'

export type Bench = { databaseUrl: string; dataDir: string; pool: pg.Pool }

export const startProduct = (bench: Bench, settings: Record<string, string> = {}): Promise<Server> =>
  startProcess('server/main.ts', [], {
    DATABASE_URL: bench.databaseUrl,
    DATA_DIR: bench.dataDir,
    SESSION_SECRET: 'only for measuring, at least 32 characters long',
    PORT: '0',
    RATE_LIMITS: 'off',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  })

export const startReference = (bench: Bench, viewer: number, author: number): Promise<Server> =>
  startProcess('tools/bench/reference.ts', [bench.databaseUrl, personId(viewer), personId(author)], {})

/** A person's session cookie. */
export async function signIn(server: Server, person: number): Promise<string> {
  const response = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `person_${person}`, password: 'signalpost' }),
  })
  if (!response.ok) throw new Error(`sign-in returned ${response.status}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
