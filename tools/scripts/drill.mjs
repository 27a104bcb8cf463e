// npm run drill -- <name>: breaks a part of a running product on purpose and checks that nothing acknowledged is lost.
import { ensureInstalled, runNode } from './runtime.mjs'

await ensureInstalled({ withTools: true })
process.exit(await runNode(['--no-warnings', 'tools/drills/run.ts', ...process.argv.slice(2)]))
