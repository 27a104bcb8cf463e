// npm run dev: the page from Vite on PORT (3000), and behind it the server on the next port, restarted on every change.
import { spawn } from 'node:child_process'
import { ensureInstalled, exitOf, pinnedNode, root } from './runtime.mjs'

await ensureInstalled({ withTools: true })
const port = Number(process.env.PORT || 3000)
const server = port + 1
const env = {
  ...process.env,
  // Links and the check of the request's origin go by the address in the browser.
  PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  API_ORIGIN: `http://127.0.0.1:${server}`,
}

const commands = [
  { args: ['--watch', '--watch-preserve-output', 'server/main.ts'], env: { ...env, PORT: String(server) } },
  { args: ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort'], env },
]
const children = commands.map((command) =>
  spawn(pinnedNode(), command.args, { cwd: root, env: command.env, stdio: 'inherit' }),
)

const end = (signal) => children.forEach((child) => child.kill(signal))
process.on('SIGINT', () => process.stdin.isTTY || end('SIGINT'))
process.on('SIGTERM', () => end('SIGTERM'))
process.on('SIGHUP', () => end('SIGTERM'))

// One without the other is of no use: the first to end takes its companion along.
const exits = children.map((child) => exitOf(child, 'Node'))
const code = await Promise.race(exits)
end('SIGTERM')
await Promise.all(exits)
process.exit(code)
