// A real S3-compatible service for the tests: OpenStack Swift in a temporary directory.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { S3Settings } from '#server/config.ts'

const run = promisify(execFile)
const PARTS = ['account', 'container', 'object'] as const
const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const COMMANDS = [
  'swift-ring-builder',
  'swift-proxy-server',
  ...PARTS.map((part) => `swift-${part}-server`),
  'memcached',
]
const READY_MS = 90_000

export type S3Server = {
  /** An empty bucket and its valid keys. */
  settings: S3Settings
  stop(): Promise<void>
}

/**
 * Starts the service, and installs it first if it can. If it can't, returns a sentence with the reason instead.
 */
export async function startS3Server(): Promise<S3Server | string> {
  const missing = await ensureInstalled()
  if (missing !== null) return missing
  const dir = await mkdtemp(join(tmpdir(), 'signalpost-s3-'))
  const children: ChildProcess[] = []
  const endAll = () => children.forEach((child) => child.kill('SIGKILL'))
  process.once('exit', endAll)
  const stop = async () => {
    await Promise.all(children.map(ended))
    process.off('exit', endAll)
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const [port = 0, memcachedPort = 0, ...partPorts] = await freePorts(2 + PARTS.length)
    await prepare(dir, port, memcachedPort, partPorts)
    const user = userInfo().username === 'root' ? ['-u', 'nobody'] : []
    children.push(
      await start(dir, 'memcached', [...user, '-l', '127.0.0.1', '-p', String(memcachedPort), '-m', '8']),
    )
    for (const name of PARTS)
      children.push(await start(dir, `swift-${name}-server`, [join(dir, `${name}.conf`)]))
    // The proxy starts last, because it avoids a server that didn't answer for a minute.
    for (const partPort of partPorts) await ready(`http://127.0.0.1:${partPort}`, dir)
    children.push(await start(dir, 'swift-proxy-server', [join(dir, 'proxy.conf')]))
    const endpoint = `http://127.0.0.1:${port}`
    await ready(`${endpoint}/healthcheck`, dir)
    const bucket = 'pictures'
    await makeBucket(endpoint, bucket)
    return {
      settings: {
        endpoint,
        bucket,
        region: 'us-east-1',
        accessKeyId: 'test:tester',
        secretAccessKey: 'testing',
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Installs the service if it is missing. Returns null, or the reason why it can't. */
async function ensureInstalled(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const has = (command: string) => folders.some((folder) => existsSync(join(folder, command)))
  if (COMMANDS.every(has)) return null
  if (process.getuid?.() !== 0)
    return `Swift is not installed, and only root could install it (${PACKAGES.join(', ')}).`
  if (!has('apt-get')) return 'Swift is not installed, and there is no apt-get here to install it with.'
  // RUNLEVEL=1 keeps the packages from starting their own servers.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = () =>
    run(
      'apt-get',
      ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', ...PACKAGES],
      { env },
    )
  try {
    await install().catch(async () => {
      await run('apt-get', ['update'], { env })
      await install()
    })
  } catch (error) {
    return `Swift is not installed, and apt-get could not install it: ${String(error).trim().split('\n').at(-1)}`
  }
  return COMMANDS.every(has) ? null : 'Swift was installed, but some of its commands are missing.'
}

async function prepare(dir: string, port: number, memcachedPort: number, partPorts: number[]): Promise<void> {
  await mkdir(join(dir, 'node', 'd1'), { recursive: true })
  const common = { DIR: dir, USER: userInfo().username, MEMCACHED_PORT: String(memcachedPort) }
  await fill('swift.conf', join(dir, 'swift.conf'), common)
  await fill('proxy.conf', join(dir, 'proxy.conf'), { ...common, PORT: String(port) })
  for (const [index, name] of PARTS.entries()) {
    const partPort = String(partPorts[index])
    await fill('part.conf', join(dir, `${name}.conf`), { ...common, PORT: partPort, NAME: name })
    const ring = join(dir, `${name}.builder`)
    await run('swift-ring-builder', [ring, 'create', '4', '1', '1'])
    await run('swift-ring-builder', [ring, 'add', `r1z1-127.0.0.1:${partPort}/d1`, '1'])
    await run('swift-ring-builder', [ring, 'rebalance'])
  }
}

async function fill(template: string, target: string, values: Record<string, string>): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 's3-server', template), 'utf8')
  await writeFile(
    target,
    text.replace(/@([A-Z_]+)@/g, (_, name: string) => values[name] ?? ''),
  )
}

async function start(dir: string, command: string, args: string[]): Promise<ChildProcess> {
  const log = await open(join(dir, 'servers.log'), 'a')
  const child = spawn(command, args, {
    stdio: ['ignore', log.fd, log.fd],
    env: { ...process.env, SWIFT_DIR: dir },
  })
  child.once('error', () => {})
  await log.close()
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

/** Waits until the address answers, with any status. */
async function ready(address: string, dir: string): Promise<void> {
  const deadline = performance.now() + READY_MS
  for (;;) {
    if (await fetch(address).catch(() => null)) return
    if (performance.now() > deadline)
      throw new Error(
        `Swift did not start:\n${(await readFile(join(dir, 'servers.log'), 'utf8')).slice(-3000)}`,
      )
    await sleep(100)
  }
}

/** Uses Swift's own protocol, so that the tests of our S3 code don't depend on that code. */
async function makeBucket(endpoint: string, bucket: string): Promise<void> {
  const until = Date.now() + READY_MS
  const signIn = () =>
    fetch(`${endpoint}/auth/v1.0`, {
      headers: { 'x-auth-user': 'test:tester', 'x-auth-key': 'testing' },
    })
  let entry = await signIn()
  // On a busy machine the proxy can be ready before it reaches memcached, which keeps the tokens.
  while (!entry.ok) {
    if (Date.now() > until) throw new Error(`Swift refuses to sign in: ${entry.status} ${await entry.text()}`)
    await sleep(200)
    entry = await signIn()
  }
  const headers = { 'x-auth-token': entry.headers.get('x-auth-token') ?? '' }
  const address = `${entry.headers.get('x-storage-url')}/${bucket}`
  const made = await fetch(address, { method: 'PUT', headers })
  if (!made.ok) throw new Error(`Swift did not make the bucket: ${made.status} ${await made.text()}`)
  // The proxy may still remember that there was none.
  while (!(await fetch(address, { method: 'HEAD', headers })).ok) {
    if (Date.now() > until) throw new Error('Swift made the bucket but doesn’t find it')
    await sleep(200)
  }
}

/** Opens all ports before closing any, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
