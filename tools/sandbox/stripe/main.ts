// Runs the Stripe sandbox on its own: `PORT=12111 node tools/sandbox/stripe/main.ts [file]`.
import { createServer } from 'node:http'
import { openStripeSandbox } from './open.ts'

const port = Number(process.env['PORT'] ?? 12111)
const file = process.argv[2] ?? 'stripe-sandbox.sqlite'
const sandbox = openStripeSandbox({ file, baseUrl: `http://localhost:${port}` })
const server = createServer((request, response) => sandbox.handle(request, response))

server.listen(port, '127.0.0.1', () => {
  console.log(`Stripe sandbox (test payments, no real money) at http://localhost:${port}, state in ${file}.`)
  console.log(`Secret key ${sandbox.keys.secretKey}, publishable key ${sandbox.keys.publishableKey}.`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    void sandbox.close()
  })
}
