// Starts the product for one worker of the journeys, with its own server, database and demo people.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { scratchRoot } from '#test/scratch.ts'

export type Product = { origin: string; dataDir: string; stop: () => Promise<void> }

/** Starts the built product with the embedded defaults and resolves when it is ready. `latency`: of the payment sandbox, in ms. */
export async function startProduct(latency: string): Promise<Product> {
  const dataDir = await mkdtemp(join(await scratchRoot(), 'signalpost-journeys-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['--no-warnings', 'server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      STRIPE_SANDBOX_LATENCY_MS: latency,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await addressOf(child)
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address that a starting product prints once it is ready. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (output: Buffer) => {
      const [, address] = /is ready at (\S+)/.exec(String(output)) ?? []
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}`)))
  })
}

/** Below the ports that systems give to outgoing connections: one of those could take it before the server listens. */
const [PORT_MIN, PORT_MAX] = [20_000, 32_000]

/** The demo's invoices hold the address, so it has to be known before the server listens. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_MIN, PORT_MAX)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
