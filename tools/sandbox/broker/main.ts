// Runs the broker sandbox as a separate process: `node tools/sandbox/broker/main.ts [port] [file]`.
import { createServer } from 'node:http'
import { openBrokerSandbox } from './open.ts'

const port = Number(process.argv[2] ?? 12112)
const file = process.argv[3] ?? 'broker-sandbox.sqlite'
const url = `http://localhost:${port}`
const keys = { clientId: 'SAMPLE', consumerKey: 'sample-consumer-key' }
const sandbox = openBrokerSandbox({ ...keys, file, baseUrl: () => url, webhook: null })
const server = createServer((request, response) => sandbox.handle(request, response))

server.listen(port, '127.0.0.1', () => {
  console.log(`Broker sandbox (sample data, no real account) at ${url}/api/v1, state in ${file}.`)
  console.log(`Client id ${keys.clientId}, consumer key ${keys.consumerKey}.`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    void sandbox.close()
  })
}
