// Opens the sandbox on a loopback port of its own, for the SDK of whoever stands beside it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrokerSandbox, type BrokerSandboxOptions, openBrokerSandbox } from './open.ts'

/** `apiUrl` is the SDK's `basePath`. */
export type ListeningBroker = BrokerSandbox & { port: number; apiUrl: string }

/** `close()` also ends the connections that are kept open. Without `baseUrl` the pages are on this port too. */
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
