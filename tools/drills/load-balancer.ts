// HAProxy with the configurations of tools/ops/haproxy, on local ports.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/db/embedded-process.ts'
import { CannotRun } from './drill.ts'

const START_MAX_MS = 20_000

export type LoadBalancer = { port: number; stop(): Promise<void> }
/**
 * A server behind the load balancer, which listens on `port`. `checkPort`: the port of its health check, if
 * different.
 */
export type Backend = { port: number; checkPort?: number }

/** Throws `CannotRun` if a program is missing. `install`: the Debian packages. */
export function requirePrograms(programs: string[], install: string): void {
  const missing = programs.filter((name) => spawnSync(name, ['--version']).error)
  if (missing.length > 0)
    throw new CannotRun(`This drill needs ${missing.join(' and ')}: apt-get install ${install}`)
}

/**
 * The configuration `tools/ops/haproxy/<name>.cfg` for this machine: it listens on `port` without TLS, and its servers
 * are `backends`, in order. Otherwise it only omits settings that need root or a system log.
 */
export function localConfiguration(
  name: 'haproxy' | 'database',
  port: number,
  backends: readonly Backend[],
): string {
  const text = readFileSync(join(import.meta.dirname, `../ops/haproxy/${name}.cfg`), 'utf8')
  const names = [...new Set([...text.matchAll(/^ {2}server (\w+) /gm)].map(([, server]) => server))]
  const backendOf = (server: string) => backends[names.indexOf(server)] ?? { port: 0 }
  return text
    .replace(/^frontend http\n(?: {2}.*\n)+/m, '')
    .replaceAll(/^ {2}(?:log|user|group|ssl-\S+|option (?:httplog|dontlognull))\b.*\n/gm, '')
    .replaceAll(/^( {2}bind ).*$/gm, `$1127.0.0.1:${port}`)
    .replaceAll(
      /^( {2}server (\w+)) \S+/gm,
      (_, line: string, server: string) => `${line} 127.0.0.1:${backendOf(server).port}`,
    )
    .replaceAll(
      /^( {2}server (\w+) .* check port) \d+$/gm,
      (_, line: string, server: string) => `${line} ${backendOf(server).checkPort}`,
    )
}

/** Starts HAProxy, and resolves when it accepts connections. */
export async function startHaproxy(
  name: 'haproxy' | 'database',
  backends: readonly Backend[],
): Promise<LoadBalancer> {
  const dir = await mkdtemp(join(tmpdir(), 'signalpost-haproxy-'))
  const port = await freePort()
  const file = join(dir, 'haproxy.cfg')
  await writeFile(file, localConfiguration(name, port, backends))
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], {
    // Its output only says which servers are down or up.
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const since = performance.now()
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`)
    if (performance.now() - since > START_MAX_MS) throw new Error('HAProxy accepts no connections')
    await wait(50)
  }
  return {
    port,
    async stop() {
      process.off('exit', end)
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
      end()
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })
}
