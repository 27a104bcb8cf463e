// npm test: everything a change must pass, cheapest first. With arguments: only the tests they name.
import { check } from './check.mjs'
import { ensureInstalled, runNode } from './runtime.mjs'
import { ensureBuilt } from './web-build.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
/** Both cores for minutes: beside them, whatever has to be answered within a second would not be. */
const LIVES = [
  'test/features/billing/lives/any-life.test.ts',
  'test/features/billing/lives/any-other-life.test.ts',
]
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test']

const STAGES = [
  { name: 'check', run: async () => ((await check()).length > 0 ? 1 : 0) },
  { name: 'page', run: ensureBuilt },
  { name: 'tests', run: () => runNode([...VITEST, ...LIVES.map((file) => `--exclude=${file}`)]) },
  { name: 'lives', run: () => runNode([...VITEST, ...LIVES]) },
  { name: 'journeys', run: () => runNode([...PLAYWRIGHT, '--project=journeys']) },
  { name: 'screens', run: () => runNode([...PLAYWRIGHT, '--project=screens', '--workers=2']) },
]

await ensureInstalled({ withTools: true })
const only = process.argv.slice(2)
if (only.length > 0) process.exit(await runNode([...VITEST, ...only]))

const summary = []
let code = 0
for (const { name, run } of STAGES) {
  if (code !== 0) summary.push(`${name}: not run`)
  else {
    const begin = performance.now()
    code = await run()
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    summary.push(`${name}: ${code === 0 ? 'passed' : `failed (exit code ${code})`} in ${seconds} s`)
  }
}
console.log(`\n${summary.join('\n')}`)
process.exit(code)
