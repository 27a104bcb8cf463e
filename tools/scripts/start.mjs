// npm start: installs missing packages, builds what is stale, and runs the server, restarting it if it fails.
import { ensureInstalled, keepRunning, serverArgs, SERVER_ENV } from './runtime.mjs'
import { ensureBuilt } from './web-build.mjs'

await ensureInstalled()
const built = await ensureBuilt()
const args = [...serverArgs(), 'server/main.ts', ...process.argv.slice(2)]
process.exit(built || (await keepRunning(args, { env: SERVER_ENV })))
