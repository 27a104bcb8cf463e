// npm run dev: Vite on PORT (3000), and the server on the next port, restarted on every change.
import { spawn } from 'node:child_process'
import { ensureInstalled, exitOf, passSignalsTo, pinnedNode, root } from './runtime.mjs'

await ensureInstalled({ withTools: true })
const port = Number(process.env.PORT || 3000)
const env = {
  ...process.env,
  // Links and the origin check use the browser's address.
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  // Simulates Stripe's latency, so that loading states are visible.
  STRIPE_SANDBOX_LATENCY_MS: process.env.STRIPE_SANDBOX_LATENCY_MS || '150-400',
  API_URL: `http://127.0.0.1:${port + 1}`,
}

const commands = [
  { args: ['--watch', '--watch-preserve-output', 'server/main.ts'], port: port + 1 },
  { args: ['node_modules/vite/bin/vite.js', '--port', `${port}`, '--strictPort'], port },
]
const children = commands.map((command) => {
  const options = { cwd: root, env: { ...env, PORT: `${command.port}` }, stdio: 'inherit' }
  const child = spawn(pinnedNode(), command.args, options)
  passSignalsTo(child)
  return child
})

// If one of the two processes ends, the other is stopped.
const exits = children.map((child) => exitOf(child, 'Node'))
const code = await Promise.race(exits)
for (const child of children) child.kill('SIGTERM')
await Promise.all(exits)
process.exit(code)
