// Starts the sandbox on a loopback port, at the present or with a clock that starts in the past.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openStripeSandbox, type SandboxOptions, type StripeSandbox } from './open.ts'

export type ListeningSandbox = StripeSandbox & { port: number }

/** `close()` also ends open connections. */
export async function listenStripeSandbox(options: SandboxOptions): Promise<ListeningSandbox> {
  const sandbox = openStripeSandbox(options)
  const server = createServer((request, response) => sandbox.handle(request, response))
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse)
    server.listen(0, '127.0.0.1', done)
  })
  return {
    ...sandbox,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await sandbox.close()
    },
  }
}

export type BackdatedSandbox = ListeningSandbox & {
  /** Merges everything into the real sandbox. Call it once, when the clock has reached the present. */
  keep: () => void
}

/**
 * Runs in memory on its own clock: `now`, in Unix seconds, may only move forward. Each request first runs the work
 * that has become due. It renews, charges and retries by the usual rules, and sends no webhooks.
 */
export async function listenBackdated(real: ListeningSandbox, now: () => number): Promise<BackdatedSandbox> {
  const { deliver: _, ...options } = real.options
  const past = await listenStripeSandbox({ ...options, file: ':memory:', now })
  return {
    ...past,
    keep: () => {
      past.tick()
      past.mergeInto(real.options.file)
    },
  }
}
