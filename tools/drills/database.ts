// A separate PostgreSQL on a fixed port, which tests and drills can stop, freeze and restart.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { systemClock } from '#server/clock.ts'
import { freePort, readPostmaster } from '#server/db/embedded-process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { type DatabaseUrls, migrate } from '#server/db/migrate.ts'

export interface BreakableDatabase extends DatabaseUrls {
  start: () => Promise<void>
  /** Shuts it down cleanly, closing every connection. */
  stop: () => Promise<void>
  /** Starts it after it has exited by itself. */
  restart: () => Promise<void>
  /** Suspends all its processes; `thaw` resumes them. */
  freeze: () => Promise<void>
  thaw: () => void
  /** Kills all its processes at once, like a power failure. */
  kill: () => Promise<void>
  /** Stops it and removes its data. */
  remove: () => Promise<void>
}

/** Starts it under `parent` and migrates it. `settings`: those of postgresql.conf. */
export async function openBreakableDatabase(
  parent: string,
  settings: Record<string, string> = {},
): Promise<BreakableDatabase> {
  const dataDir = await mkdtemp(join(parent, 'signalpost-database-'))
  let port = ''
  let postgres: EmbeddedPostgres | undefined
  // The socket's path changes with each start, so the database also listens on a fixed port.
  const start = async () => {
    const address = { listen_addresses: '127.0.0.1', port }
    postgres = await startEmbeddedPostgres(dataDir, { settings: { ...settings, ...address } })
  }
  await startOnFreePort()
  const url = `postgresql://signalpost_app@127.0.0.1:${port}/signalpost`
  const ownerUrl = url.replace('signalpost_app@', 'signalpost@')
  await migrate({ url, ownerUrl }, systemClock)
  let frozen: number[] = []
  const thaw = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT')
    frozen = []
  }
  const stop = async () => {
    thaw()
    await postgres?.stop()
  }
  return {
    url,
    ownerUrl,
    start,
    stop,
    async restart() {
      await stop()
      await start()
    },
    async freeze() {
      frozen = await processes()
      for (const pid of frozen) signal(pid, 'SIGSTOP')
    },
    thaw,
    async kill() {
      for (const pid of await processes()) signal(pid, 'SIGKILL')
      await postgres?.stop()
    },
    async remove() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }

  /** Another process may take a free port before it is used. */
  async function startOnFreePort(): Promise<void> {
    for (let tries = 1; ; tries++) {
      port = String(await freePort())
      try {
        return await start()
      } catch (error) {
        if (tries === 5 || !String(error).includes('Address already in use')) throw error
      }
    }
  }

  /** The server process and its children. */
  async function processes(): Promise<number[]> {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    )
    await client.end()
    const postmaster = await readPostmaster(join(dataDir, 'postgres'))
    return [postmaster?.pid ?? 0, ...rows.map(({ pid }) => pid)].filter((pid) => pid > 0)
  }
}

/** A process that has just exited by itself needs no signal. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ESRCH') throw error
  }
}
