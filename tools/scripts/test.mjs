// npm test: most tests, cheapest first, in minutes. npm run test:ci: everything a change must pass. npm run test:full:
// all tests. Paths: only these tests. --only=tests,model: only these stages. --rest: what CI leaves out.
// --release=<commit or tag>: the previous release, whose feature tests (or these paths of it) run on this version's
// schema.
import { randomInt } from 'node:crypto'
import { check } from './check.mjs'
import { testPreviousRelease } from './previous-release.mjs'
import { ensureInstalled, exitWithError, runNode } from './runtime.mjs'
import { CI_FILES, CI_JOURNEYS, MODEL, SLOW_FILES } from './test-files.mjs'
import { ensureBuilt } from './web-build.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
/** They start processes, and some expect the product's database timeouts of under a second, so fewer run at once. */
const SLOW_WORKERS = '--maxWorkers=3'
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test']

const options = process.argv.slice(2).filter((one) => one.startsWith('--'))
const paths = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const isCi = options.includes('--ci')
const scope = options.includes('--rest') ? 'rest' : options.includes('--full') ? 'full' : 'short'
const release = options.find((one) => one.startsWith('--release='))?.slice('--release='.length)
const only = options
  .find((one) => one.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')

/** CI makes the same random choices each time, so that its result depends only on the change. */
const CI_SEED = '20260101'
/** The seed of random tests: new for each run. Repeat a failed run with the seed it printed. */
const seed = process.env.TEST_SEED || (process.env.CI ? CI_SEED : String(randomInt(2 ** 31)))
const run = (args, env = {}) =>
  runNode(args, { env: { ...process.env, TEST_SEED: seed, TEST_SCOPE: scope, ...env } })
/** Runs all test files except these (vitest.config.ts). */
const runAllBut = (files) => run(VITEST, { TEST_LEFT_OUT: files.join(',') })

/** Runs the same features as npm test. The subscription model takes minutes and tests nothing more about the schema. */
const runPrevious = (tests) => {
  const env = { ...process.env, TEST_SEED: seed, TEST_SCOPE: 'short' }
  return testPreviousRelease({ release, exclude: MODEL, env, ...(tests && { tests }) })
}

const CHECK = { name: 'check', run: async () => ((await check()).length > 0 ? 1 : 0) }
let building
const PAGE = { name: 'page', run: () => (building = ensureBuilt()) }
/**
 * Creates the journeys' demo people once the page is built, because a starting server reads it. Without this stage the
 * journeys create them; in parallel with `check` it takes less time.
 */
const DEMO = {
  name: 'demo',
  run: async () => (await building) || (await run(['--no-warnings', 'test/journeys/prepare-demo-data.ts'])),
}
const skippedJourneys = scope === 'short' && !isCi ? CI_JOURNEYS : []
const JOURNEYS = {
  name: 'journeys',
  run: () => run(PLAYWRIGHT, { TEST_SKIPPED_JOURNEYS: skippedJourneys.join(',') }),
}
const SHORT_TESTS = { name: 'tests', run: () => runAllBut([...SLOW_FILES, ...(isCi ? [] : CI_FILES)]) }
/**
 * The stages of each scope (test/test-scope.ts); those in one array run at the same time. --rest leaves out the
 * subscription model, which takes five minutes.
 */
const STAGES = {
  short: [[CHECK, PAGE, DEMO], [SHORT_TESTS], [JOURNEYS]],
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
