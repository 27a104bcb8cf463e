// Starts the push sandbox on its own loopback port, for benches and drills that kill the product.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPushSandbox, type PushSandbox, type PushSandboxOptions } from './open.ts'

/** `host`: for PUSH_HOSTS. Messages are kept in memory only. */
export type ListeningPush = PushSandbox & { host: string; close(): void }

export async function listenPushSandbox(
  options: Pick<PushSandboxOptions, 'decryptsLater'> = {},
): Promise<ListeningPush> {
  let host = ''
  const sandbox = openPushSandbox({ ...options, file: null, baseUrl: () => `http://${host}/sandbox/push` })
  const server = createServer((request, response) => sandbox.handle(request, response))
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', done)
  })
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...sandbox,
    host,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
