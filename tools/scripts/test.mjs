// npm test: everything a change must pass, cheapest first, in minutes. npm run test:full: all tests.
// Paths: only these tests. --only=tests,model: only these stages. --rest: what npm test leaves out.
// --release=<commit or tag>: the previous release, whose feature tests (or these paths of it) run on this version's schema.
import { randomInt } from 'node:crypto'
import { check } from './check.mjs'
import { testPreviousRelease } from './previous-release.mjs'
import { ensureInstalled, exitWithError, runNode } from './runtime.mjs'
import { ensureBuilt } from './web-build.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
/**
 * These use both cores for minutes, so a full run has a separate stage for them. Otherwise other tests would
 * time out.
 */
const MODEL = [
  'test/features/billing/subscription-model/subscription-model.test.ts',
  'test/features/billing/subscription-model/subscription-model-second-half.test.ts',
]
/** Slow files that test more deeply what other files also cover. Only a full run and `--rest` include them. */
const SLOW_FILES = [
  'test/backup/backup.test.ts',
  'test/backup/backup-commands.test.ts',
  'test/features/alerts/clock-changes.test.ts',
  'test/features/audit/admin-commands.test.ts',
  'test/features/auth/admin-accounts.test.ts',
  'test/features/waitlist/launch-emails.test.ts',
  'test/faults/wrong-settings.test.ts',
  'test/server/tracing.test.ts',
  'test/db/embedded.test.ts',
  'test/demo/demo.test.ts',
  'test/faults/database-outage.test.ts',
  'test/faults/drills.test.ts',
  'test/faults/killed.test.ts',
  'test/features/billing/faults-managing.test.ts',
  'test/features/billing/killed-while-paying.test.ts',
  'test/features/billing/replaced-card.test.ts',
  'test/features/billing/slow-stripe.test.ts',
  'test/features/billing/subscription-model/subscription-model-second-half.test.ts',
  'test/features/record/log/epochs.test.ts',
  'test/features/record/log/rescore-product.test.ts',
  'test/features/record/log/seam-lies.test.ts',
  'test/features/record/log/self-audit.test.ts',
  'test/features/record/log/verify-go.test.ts',
  'test/features/portfolio/columns/workbook-import.test.ts',
  'test/features/portfolio/connections/connection-errors.test.ts',
  'test/features/portfolio/connections/connections.test.ts',
  'test/features/portfolio/deleted-during-recompute.test.ts',
  'test/features/portfolio/import/import.test.ts',
  'test/market/shared-series.test.ts',
  'test/native/libraries.test.ts',
  'test/scripts/clean-install.test.ts',
  'test/scripts/doctor/resources.test.ts',
  'test/sandbox/broker/sample-history.test.ts',
]
/** They start processes, and some expect the product's database timeouts of under a second, so fewer run at once. */
const SLOW_WORKERS = '--maxWorkers=3'
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test']

const options = process.argv.slice(2).filter((one) => one.startsWith('--'))
const paths = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const scope = options.includes('--rest') ? 'rest' : options.includes('--full') ? 'full' : 'short'
const release = options.find((one) => one.startsWith('--release='))?.slice('--release='.length)
const only = options
  .find((one) => one.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')

/** CI judges a change, not luck: it makes the same random choices each time. */
const CI_SEED = '20260101'
/** The seed of random tests: new for each run. Repeat a failed run with the seed it printed. */
const seed = process.env.TEST_SEED || (process.env.CI ? CI_SEED : String(randomInt(2 ** 31)))
const run = (args, env = {}) =>
  runNode(args, { env: { ...process.env, TEST_SEED: seed, TEST_SCOPE: scope, ...env } })
/** All test files except these (vitest.config.ts). */
const runAllBut = (files) => run(VITEST, { TEST_LEFT_OUT: files.join(',') })

/** Samples the features like npm test. The subscription model takes minutes and finds nothing more about the schema. */
const runPrevious = (tests) => {
  const env = { ...process.env, TEST_SEED: seed, TEST_SCOPE: 'short' }
  return testPreviousRelease({ release, exclude: MODEL, env, ...(tests && { tests }) })
}

const CHECK = { name: 'check', run: async () => ((await check()).length > 0 ? 1 : 0) }
let building
const PAGE = { name: 'page', run: () => (building = ensureBuilt()) }
/**
 * The journeys' demo people, who wait for the page because a starting server reads it. Without this stage the journeys create
 * them; beside `check` it takes less time.
 */
const DEMO = {
  name: 'demo',
  run: async () => (await building) || (await run(['--no-warnings', 'test/journeys/prepare-demo-data.ts'])),
}
const JOURNEYS = { name: 'journeys', run: () => run(PLAYWRIGHT) }
/**
 * The stages of each scope (test/test-scope.ts); those in one array run at the same time. --rest leaves out the subscription
 * model, which takes five minutes.
 */
const STAGES = {
  short: [[CHECK, PAGE, DEMO], [{ name: 'tests', run: () => runAllBut(SLOW_FILES) }], [JOURNEYS]],
  rest: [
    [PAGE, DEMO],
    [{ name: 'tests', run: () => run([...VITEST, SLOW_WORKERS, ...SLOW_FILES]) }],
    [JOURNEYS],
  ],
  full: [
    [CHECK, PAGE, DEMO],
    [{ name: 'tests', run: () => runAllBut(MODEL) }],
    [{ name: 'model', run: () => run([...VITEST, ...MODEL]) }],
    [JOURNEYS],
    [{ name: 'previous-release', run: () => runPrevious() }],
  ],
}[scope]

const names = STAGES.flat().map(({ name }) => name)
const unknown = only?.filter((name) => !names.includes(name)) ?? []
if (unknown.length > 0)
  exitWithError(`There is no stage "${unknown.join('", "')}". The stages are ${names.join(', ')}.`)

await ensureInstalled({ withTools: true })
if (paths.length > 0)
  process.exit(release ? (await runPrevious(paths)).code : await run([...VITEST, ...paths]))

console.log(`TEST_SEED=${seed} repeats the random choices of this run.`)
const summary = []
let code = 0
const started = performance.now()
for (const together of STAGES.map((stages) => stages.filter(({ name }) => !only || only.includes(name)))) {
  const ends = code === 0 ? await Promise.all(together.map(runStage)) : together.map(notRun)
  for (const end of ends) {
    code ||= end.code
    summary.push(end.sentence)
  }
}
console.log(`\n${summary.join('\n')}\ntotal: ${secondsSince(started)} s`)
process.exit(code)

async function runStage({ name, run: work }) {
  const begin = performance.now()
  const result = await work()
  const stageCode = result.code ?? result
  const ended = stageCode === 0 ? 'passed' : `failed (exit code ${stageCode})`
  const note = result.note ? `, ${result.note}` : ''
  return { code: stageCode, sentence: `${name}: ${ended} in ${secondsSince(begin)} s${note}` }
}

function notRun({ name }) {
  return { code: 0, sentence: `${name}: not run` }
}

function secondsSince(begin) {
  return ((performance.now() - begin) / 1000).toFixed(1)
}
