// npm start: installs what is missing, builds what is stale, and runs the server.
import { ensureInstalled, runNode } from './runtime.mjs'
import { ensureBuilt } from './web-build.mjs'

/** Short-lived objects get 8 MB instead of 16: the idle server then takes some 15 MB less (measured). */
const SMALL = ['--max-semi-space-size=8']

await ensureInstalled()
const built = await ensureBuilt()
process.exit(built || (await runNode([...SMALL, 'server/main.ts', ...process.argv.slice(2)])))
