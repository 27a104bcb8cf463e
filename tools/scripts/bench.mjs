// npm run bench: measures the figures of docs/quality.md against the reference server in the same run.
import { ensureInstalled, runNode, serverArgs, SERVER_ENV } from './runtime.mjs'

await ensureInstalled()
// The measured server has the same options as with `npm start`.
process.exit(
  await runNode([...serverArgs(), 'tools/bench/run.ts', ...process.argv.slice(2)], { env: SERVER_ENV }),
)
