// npm start: installs what is missing, builds what is stale, and runs the server.
import { ensureInstalled, runNode } from './runtime.mjs'
import { ensureBuilt } from './web-build.mjs'

await ensureInstalled()
const built = await ensureBuilt()
process.exit(built || (await runNode(['server/main.ts', ...process.argv.slice(2)])))
