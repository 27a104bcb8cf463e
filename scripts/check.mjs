// npm run check: types, lint, format and house rules in parallel; prints only failures.
// npm run check -- --tables first writes server/db/tables.ts and schema.sql from the migrations.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, exitOf, pinnedNode, root, runNode } from './runtime.mjs'

const CHECKS = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'lint',
    args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
    // oxlint looks for its type-aware part among package commands, which aren't linked here (.npmrc).
    env: { OXLINT_TSGOLINT_PATH: tsgolint() },
  },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
]
function tsgolint() {
  const name = process.platform === 'win32' ? 'tsgolint.exe' : 'tsgolint'
  return join(root, 'node_modules/@oxlint-tsgolint', `${process.platform}-${process.arch}`, name)
}
const HOUSE_RULES = 'test/architecture.test.ts'

/** Runs all checks, prints a line for each and the output of failures. Resolves to the failures' names. */
export async function check(checks = CHECKS) {
  const failed = []
  await Promise.all(
    checks.map(async ({ name, args, env }) => {
      let said = ''
      const options = { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }
      const child = spawn(pinnedNode(), args, options)
      child.stdout.on('data', (data) => (said += data))
      child.stderr.on('data', (data) => (said += data))
      const code = await exitOf(child, name)
      if (code !== 0) failed.push(name)
      console.log(code === 0 ? `${name}: ok` : `${said.trim()}\n${name}: failed`)
    }),
  )
  return failed
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled({ withTools: true })
  if (process.argv.includes('--tables')) {
    const code = await runNode(['scripts/tables.ts'])
    if (code !== 0) process.exit(code)
  }
  const houseRules = { name: 'house rules', args: ['node_modules/vitest/vitest.mjs', 'run', HOUSE_RULES] }
  // The test run includes these already, so they are added only here.
  const failed = await check(existsSync(join(root, HOUSE_RULES)) ? [...CHECKS, houseRules] : CHECKS)
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
  process.exit(failed.length > 0 ? 1 : 0)
}
