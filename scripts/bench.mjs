// npm run bench: the figures of docs/quality.md, measured against the reference server in the same run.
import { ensureInstalled, runNode, serverArgs, SERVER_ENV } from './runtime.mjs'

await ensureInstalled()
// What it measures is started as `npm start` does.
process.exit(await runNode([...serverArgs(), 'bench/run.ts', ...process.argv.slice(2)], { env: SERVER_ENV }))
