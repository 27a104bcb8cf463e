// Starts the sandbox on its own loopback port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrokerSandbox, type BrokerSandboxOptions, openBrokerSandbox } from './open.ts'

/** `apiUrl`: the SDK's `basePath`. */
export type ListeningBroker = BrokerSandbox & { port: number; apiUrl: string }

/** `close()` also ends open connections. Without `baseUrl` the pages are served on the same port. */
export async function listenBrokerSandbox(
  options: Omit<BrokerSandboxOptions, 'baseUrl'> & Partial<Pick<BrokerSandboxOptions, 'baseUrl'>>,
): Promise<ListeningBroker> {
  let url = 'http://127.0.0.1'
  const sandbox = openBrokerSandbox({ baseUrl: () => url, ...options })
  const server = createServer((request, response) => sandbox.handle(request, response))
  await new Promise<void>((done, rejectSignIn) => {
    server.once('error', rejectSignIn)
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  return {
    ...sandbox,
    port,
    apiUrl: `${url}/api/v1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await sandbox.close()
    },
  }
}
