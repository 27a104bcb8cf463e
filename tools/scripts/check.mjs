// npm run check: types, lint, format and architecture in parallel; prints the output only of failures.
// npm run check -- --tables first writes server/db/tables.ts and schema.sql from the migrations.
import { spawn } from 'node:child_process'
import { ensureInstalled, exitOf, pinnedNode, root, runNode } from './runtime.mjs'

const CHECKS = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'lint',
    args: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
]
const ARCHITECTURE = 'test/architecture.test.ts'

/** Runs all checks, prints a line for each and the output of failures. Resolves to the failures' names. */
export async function check(checks = CHECKS) {
  const failed = []
  await Promise.all(
    checks.map(async ({ name, args }) => {
      let output = ''
      const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }
      const child = spawn(pinnedNode(), args, options)
      child.stdout.on('data', (data) => (output += data))
      child.stderr.on('data', (data) => (output += data))
      const code = await exitOf(child, name)
      if (code !== 0) failed.push(name)
      console.log(code === 0 ? `${name}: ok` : `${output.trim()}\n${name}: failed`)
    }),
  )
  return failed
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled({ withTools: true })
  if (process.argv.includes('--tables')) {
    const code = await runNode(['tools/scripts/tables.ts'])
    if (code !== 0) process.exit(code)
  }
  // `npm test` runs this file with the other tests.
  const architecture = { name: 'architecture', args: ['node_modules/vitest/vitest.mjs', 'run', ARCHITECTURE] }
  const failed = await check([...CHECKS, architecture])
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
  process.exit(failed.length > 0 ? 1 : 0)
}
