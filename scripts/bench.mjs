// npm run bench: the figures of docs/quality.md, measured against the reference server in the same run.
import { ensureInstalled, runNode } from './runtime.mjs'

await ensureInstalled()
process.exit(await runNode(['bench/run.ts', ...process.argv.slice(2)]))
