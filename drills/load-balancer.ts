// HAProxy in front of several copies of the server, set up as docs/operating.md recommends.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#server/db/embedded-process.ts'
import { CannotRun } from './cannot-run.ts'

export type LoadBalancer = { origin: string; stop(): Promise<void> }

/** Throws `CannotRun` if a program is missing. `install`: the Debian packages. */
export function requirePrograms(programs: string[], install: string): void {
  const missing = programs.filter((name) => spawnSync(name, ['--version']).error)
  if (missing.length > 0)
    throw new CannotRun(`This drill needs ${missing.join(' and ')}: apt-get install ${install}`)
}

/** The copies listen on these ports of this machine. Resolves when HAProxy takes connections. */
export async function startLoadBalancer(ports: number[]): Promise<LoadBalancer> {
  const dir = await mkdtemp(join(tmpdir(), 'signalpost-haproxy-'))
  const port = await freePort()
  const file = join(dir, 'haproxy.cfg')
  await writeFile(file, configuration(port, ports))
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/api/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`)
    await wait(50)
  }
  return {
    origin,
    async stop() {
      process.off('exit', end)
      const ended = once(child, 'exit')
      end()
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const configuration = (port: number, ports: number[]) => `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout queue 10s
  option redispatch
  retries 3
frontend public
  bind 127.0.0.1:${port}
  # These wait for browsers, files or other services rather than for the database.
  use_backend long if { path_beg /api/live /api/portfolio/ /objects/ /api/stripe/ /api/subscri /api/creator /api/billing }
  default_backend copies
backend long
  balance roundrobin
${ports.map((one, index) => `  server copy${index} 127.0.0.1:${one} track copies/copy${index}`).join('\n')}
backend copies
  balance roundrobin
  option httpchk
  timeout check 5s
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr host localhost
  default-server check inter 1s fall 2 rise 1 maxconn 16
${ports.map((one, index) => `  server copy${index} 127.0.0.1:${one}`).join('\n')}
`
