// Starts the product for one worker of the journeys, with its own server and its own copy of the demo people.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { scratchRoot } from '#test/scratch.ts'
import { LONG_DATABASE_TIMEOUTS } from '#tools/drills/product.ts'

export type Product = {
  origin: string
  dataDir: string
  /** Stops the product if it runs, and removes its data unless told to keep it. */
  stop: (options?: { keepsData: boolean }) => Promise<void>
}

/** The file in the demo data with the address of the product that created it. */
export const ORIGIN_FILE = 'origin'

/** Starts the built product on a copy of `demoData`, or on no data. `latency`: of the payment sandbox, in ms. */
export async function startProduct({
  demoData,
  latency = '0-0',
}: {
  demoData?: string | undefined
  latency?: string
}): Promise<Product> {
  const dataDir = await mkdtemp(join(await scratchRoot(), 'signalpost-journeys-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  if (demoData !== undefined) await copyDemoData(demoData, dataDir, origin)
  const child = spawn(process.execPath, ['--no-warnings', 'server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...LONG_DATABASE_TIMEOUTS,
      DEMO_DATA: demoData === undefined ? 'on' : 'off',
      DRAIN_SECONDS: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      STRIPE_SANDBOX_LATENCY_MS: latency,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await addressOf(child)
  return {
    origin,
    dataDir,
    async stop({ keepsData } = { keepsData: false }) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      if (!keepsData) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The invoices and receipts of the demo contain the address of the product that created them. */
async function copyDemoData(from: string, to: string, origin: string): Promise<void> {
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const before = await readFile(join(to, ORIGIN_FILE), 'utf8')
  const sandbox = new DatabaseSync(join(to, 'stripe-sandbox.sqlite'))
  sandbox.prepare('update objects set json = replace(json, ?, ?)').run(`${before}/`, `${origin}/`)
  sandbox.close()
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

/** The payment sandbox's pages contain the address, so it has to be known before the server listens. */
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
