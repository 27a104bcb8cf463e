// Runs a TypeScript program with the pinned Node: node tools/scripts/run.mjs tools/scripts/seed.ts [arguments].
import { ensureInstalled, exitWithError, runNode } from './runtime.mjs'

const args = process.argv.slice(2)
if (args.length === 0)
  exitWithError('Name the program to run: node tools/scripts/run.mjs tools/scripts/<name>.ts')
await ensureInstalled()
process.exit(await runNode(args))
