// Starts the sandbox on its own loopback port.
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
