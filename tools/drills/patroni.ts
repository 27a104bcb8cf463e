// The PostgreSQL cluster that docs/operating.md recommends, on this machine: three nodes under Patroni, etcd,
// and HAProxy.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '#server/clock.ts'
import { type SystemAccount, systemAccountFor } from '#server/db/embedded-files.ts'
import { freePort } from '#server/db/embedded-process.ts'
import { type DatabaseUrls, migrate } from '#server/db/migrate.ts'
import { requirePrograms, startHaproxy } from './load-balancer.ts'
import { within } from './within.ts'
import { newestPostgres, type PatroniNode, patroniSettings } from './patroni-settings.ts'

const NAMES = ['one', 'two', 'three']
const READY_MAX_MS = 90_000
/**
 * A replica with at most this lag will soon match the synchronous one. It never reaches zero, because people
 * keep writing.
 */
const LAG_MAX_BYTES = 1_000_000

export type Cluster = DatabaseUrls & {
  /** The node with Patroni's leader lock; undefined while there is none. */
  primary(): Promise<string | undefined>
  /** Kills a node's PostgreSQL and, with `machine`, its Patroni too, as when its machine fails. */
  kill(name: string, what: 'PostgreSQL' | 'machine'): void
  /** Restarts the Patroni of a node whose machine failed. */
  bringBack(name: string): void
  /** Resolves once one node leads, all others follow it, and one of them synchronously. Throws after 90 s. */
  settle(): Promise<void>
  remove(): Promise<void>
}

type Node = PatroniNode & { patroni?: ChildProcess }
type Member = { name: string; role: string; state: string; lag?: number | string }

/** Starts and migrates the cluster. Throws `CannotRun` if a program is missing. */
export async function openCluster(): Promise<Cluster> {
  requirePrograms(['patroni', 'etcd', 'haproxy'], 'patroni etcd-server haproxy postgresql-15')
  const binaries = newestPostgres()
  const home = await realpath(await mkdtemp(join(tmpdir(), 'signalpost-cluster-')))
  const account = await systemAccountFor(home)
  await chmod(home, 0o755)
  const own = async (path: string) => {
    if (account) await chown(path, account.uid, account.gid)
  }
  const ports = await freePorts(NAMES.length * 2 + 3)
  const port = () => ports.pop() ?? 0
  const etcdPort = port()
  const nodes: Node[] = NAMES.map((name) => ({ name, port: port(), rest: port(), dir: join(home, name) }))
  const run = { home, account }
  const running: ChildProcess[] = []
  const endAllNow = () => {
    for (const child of running) child.kill('SIGKILL')
    for (const { dir } of nodes) killPostgres(dir)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', endAllNow)

  const etcdDir = join(home, 'etcd')
  await mkdir(etcdDir)
  await own(etcdDir)
  running.push(startEtcd(run, etcdDir, etcdPort, port()))
  for (const node of nodes) {
    await mkdir(node.dir)
    await own(node.dir)
    await writeFile(`${node.dir}.yml`, patroniSettings(node, etcdPort, binaries))
  }
  const start = (node: Node) => {
    node.patroni = spawnLogged(run, node.name, 'patroni', [`${node.dir}.yml`])
    running.push(node.patroni)
  }
  const byName = (name: string) => {
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`There is no node ${name}`)
    return node
  }
  const settle = () => untilSettled(nodes, home)
  for (const node of nodes) start(node)
  await settle()

  const balancer = await startHaproxy(
    'database',
    nodes.map(({ port: postgres, rest }) => ({ port: postgres, checkPort: rest })),
  )
  const at = `127.0.0.1:${balancer.port}`
  const urls = {
    url: `postgresql://signalpost_app@${at}/signalpost`,
    ownerUrl: `postgresql://signalpost@${at}/signalpost`,
  }
  await createDatabase(`postgresql://postgres@${at}/postgres`)
  await within(120, 'The migration', migrate(urls, systemClock))
  return {
    ...urls,
    settle,
    async primary() {
      return (await membersOf(nodes)).find(({ role }) => role === 'leader')?.name
    },
    kill(name, what) {
      const { dir, patroni } = byName(name)
      if (what === 'machine') patroni?.kill('SIGKILL')
      killPostgres(dir)
    },
    bringBack: (name) => start(byName(name)),
    async remove() {
      await balancer.stop()
      process.off('exit', endAllNow)
      endAllNow()
    },
  }
}

/** Different ports, because all are reserved at the same time. */
async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) found.add(await freePort())
  return [...found]
}

type Run = { home: string; account: SystemAccount | undefined }

/** Writes the output to a file, which is only read if the cluster doesn't start. */
function spawnLogged({ home, account }: Run, name: string, program: string, args: string[]): ChildProcess {
  const log = openSync(join(home, `${name}.log`), 'a')
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const child = spawn(program, args, { cwd: home, env, stdio: ['ignore', log, log], ...account })
  closeSync(log)
  return child
}

function startEtcd(run: Run, dir: string, port: number, peerPort: number): ChildProcess {
  const peer = `http://127.0.0.1:${peerPort}`
  const client = `http://127.0.0.1:${port}`
  const flags = {
    name: 'etcd',
    'data-dir': join(dir, 'data'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd=${peer}`,
  }
  const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
  return spawnLogged(run, 'etcd', 'etcd', args)
}

/** Retried, because HAProxy first has to find the primary. */
async function createDatabase(url: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 30_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create role signalpost login')
      await client.query('create role signalpost_app login')
      await client.query('create database signalpost owner signalpost')
      return
    } catch (error) {
      if (tries === 50) throw error
      await wait(200)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** The members according to the first node that answers. */
async function membersOf(nodes: Node[]): Promise<Member[]> {
  for (const { rest } of nodes) {
    const reply = await fetch(`http://127.0.0.1:${rest}/cluster`, {
      signal: AbortSignal.timeout(1000),
    }).catch(() => null)
    if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members
  }
  return []
}

async function untilSettled(nodes: Node[], home: string): Promise<void> {
  const since = performance.now()
  for (;;) {
    const members = await membersOf(nodes)
    const works = members.every(
      ({ state, lag }) => /^(running|streaming)$/.test(state) && Number(lag ?? 0) < LAG_MAX_BYTES,
    )
    const has = (role: string) => members.some((one) => one.role === role)
    if (members.length === nodes.length && works && has('leader') && has('sync_standby')) return
    if (performance.now() - since > READY_MAX_MS) {
      const logs = nodes.map(({ dir }) => readFileSync(`${dir}.log`, 'utf8').slice(-1500))
      throw new Error(`The cluster in ${home} isn't complete: ${JSON.stringify(members)}\n${logs.join('\n')}`)
    }
    await wait(200)
  }
}

/** Kills every process whose working directory is the node's data directory: PostgreSQL and its children. */
function killPostgres(dir: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === join(dir, 'data')) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has just ended, or belongs to another user.
    }
  }
}
