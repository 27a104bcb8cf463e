// npm run release: installs missing packages, builds what is stale, and creates the archive that runs anywhere.
import { ensureInstalled, runNode } from './runtime.mjs'
import { ensureBuilt } from './web-build.mjs'

await ensureInstalled()
const built = await ensureBuilt()
process.exit(built || (await runNode(['tools/scripts/assemble-release.ts'])))
