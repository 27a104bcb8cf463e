// The database is gone, and the newest backup is older than the log: after `continue-log` posting continues, old and
// new signals verify, and lost entries are named by number.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import { CannotRun, type Drill } from './drill.ts'
import type { Product } from './product.ts'
import { openStage, type SignedIn, signInPeople, type Stage } from './stage.ts'
import { send } from './traffic.ts'
import { within } from './within.ts'

/** The posts before the backup, and those after it, which are lost. */
const [BEFORE, LOST] = [20, 8]
const REASON = 'A drill: the disk failed, and the backup is of before the last eight posts'
const WAIT_S = 30
const ROOT = join(import.meta.dirname, '../..')
const SECRET = 'a secret of at least 32 characters, for tests'

export const restoreOld: Drill = async () => {
  if (['python3', 'openssl'].some((program) => spawnSync(program, ['--help']).error))
    throw new CannotRun('This drill verifies the log with python3 and openssl')
  const stage = await openStage()
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-restore-'))
  try {
    await loseAndGoOn(stage, folder)
  } finally {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function loseAndGoOn(stage: Stage, folder: string): Promise<void> {
  // All starts use the same directory, which has the published head and the log's key.
  const settings = { DATA_DIR: join(folder, 'data') }
  const backup = join(folder, 'yesterday.backup')
  const admin = (words: string[], typed = '') => runAdmin(stage, settings.DATA_DIR, { words, typed })
  let product = await stage.stripe.startProduct(settings)
  const [author] = (await signInPeople(stage, product)).authors
  if (!author) throw new Error('There is no author')
  const kept = await postAll(product, author, BEFORE)
  await logged(product, kept)
  await must(admin(['backup', backup]))
  const lost = await logged(product, await postAll(product, author, LOST))
  const name = (await text(product, '/log/checkpoint')).split('\n')[0] ?? ''
  // A reader who has seen all entries, including those that will be lost.
  const seen = await verify(product, folder)
  report.exactly('readers who refuse the log before', seen.code, 0)
  const isEarly = (await admin(['continue-log', '--reason', REASON], name)).code
  report.exactly('continue-log refuses while nothing is lost', isEarly, 1)
  await product.end('SIGTERM')

  await must(admin(['restore', backup, '--replace']))
  product = await stage.stripe.startProduct(settings)
  await until('log_forked', async () => (await problem(product)) !== null)
  report.note(`after the restore: ${await problem(product)}`)
  const [waits = ''] = await postAll(product, author, 1)
  report.exactly('lines with log_forked', product.said().split('"log_forked"').length - 1, 1)

  const wrong = await admin(['continue-log', '--reason', REASON], `${name}/2`)
  report.exactly('continue-log refuses another name', wrong.code, 1)
  const said = await must(admin(['continue-log', '--reason', REASON], name))
  report.note(said.split('\n')[1] ?? '')
  const since = performance.now()
  await until('signing again', async () => (await problem(product)) === null)
  report.atMost('the log is signed again after', (performance.now() - since) / 1000, 5, ' s')
  const [first] = await logged(product, [waits])
  const after = await logged(product, await postAll(product, author, 5))
  report.exactly('the number of the first signal afterwards', first ?? -1, (lost.at(-1) ?? 0) + 2)
  report.exactly(
    'continue-log refuses a second time',
    (await admin(['continue-log', '--reason', REASON], name)).code,
    1,
  )

  const named = `entries ${lost[0]} to ${lost.at(-1)} were lost`
  report.exactly(
    'entries lost, and named by number',
    said.toLowerCase().includes(named.replace('were', 'are')) ? lost.length : 0,
    LOST,
  )
  const state = JSON.parse(await text(product, '/api/record/log')) as {
    seams: { lost: { from: number; to: number } }[]
  }
  report.exactly('the first lost entry on the page', state.seams[0]?.lost.from ?? -1, lost[0] ?? 0)
  for (const [what, id] of [
    ['old', kept[0] ?? ''],
    ['new', waits],
  ] as const) {
    const { code, output } = await verify(product, folder, id)
    report.exactly(`a reader who saw the lost entries refuses an ${what} signal`, code, 0)
    report.exactly(`and names what was lost`, output.includes(named) ? 1 : 0, 1)
  }
  report.note(`${kept.length} signals before, ${LOST} lost, ${after.length + 1} after`)
  report.exactly(
    'acknowledged posts in the log, but the lost ones',
    await entries(stage),
    BEFORE + after.length + 1,
  )
}

/** Posts one after the other. Resolves with the ids. */
async function postAll(product: Product, author: SignedIn, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const content = `Post ${i} of ${count} at ${performance.now()}`
    const answer = await send(product.origin, '/api/signals', author, {
      content,
      signalType: 'buy',
      tickers: ['NVDA'],
    })
    if (answer?.status !== 201) throw new Error(`A post returned ${answer?.status}`)
    ids.push(String(answer.body['id']))
  }
  return ids
}

const text = async (product: Product, path: string) => await (await product.ask(path)).text()
const problem = async (product: Product) =>
  (JSON.parse(await text(product, '/api/ready')) as { logProblem: string | null }).logProblem

/** Waits until the log has the signals. Resolves with the numbers of their entries. */
async function logged(product: Product, ids: readonly string[]): Promise<number[]> {
  const numbers: number[] = []
  for (const id of ids)
    await until(`entry of ${id}`, async () => {
      const reply = await product.ask(`/log/signals/${id}`)
      const { index } = reply.ok ? ((await reply.json()) as { index: number | null }) : { index: null }
      if (index !== null) numbers.push(index)
      return index !== null
    })
  return numbers
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const waiting = async () => {
    while (!(await isTrue())) await wait(100)
  }
  await within(WAIT_S, what, waiting())
}

const entries = async ({ pool }: Stage) =>
  (await pool.query(`select from record_entries where kind = 'signal'`)).rowCount ?? 0

type Run = { code: number; output: string }

/** The verifier for outsiders. It stores what it saw in the folder. */
const verify = (product: Product, folder: string, ...words: string[]) =>
  run('python3', [join(ROOT, 'server/features/record/log/verify-record.py'), product.origin, ...words], {
    cwd: folder,
  })

const runAdmin = (
  { database }: Stage,
  dataDir: string,
  { words, typed }: { words: string[]; typed: string },
): Promise<Run> =>
  run(process.execPath, ['--no-warnings', join(ROOT, 'tools/scripts/admin.ts'), ...words], {
    cwd: ROOT,
    typed,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SESSION_SECRET: SECRET,
      DATA_DIR: dataDir,
    },
  })

/** The output of a command that must succeed. */
async function must(running: Promise<Run>): Promise<string> {
  const { code, output } = await running
  if (code !== 0) throw new Error(`A command failed: ${output}`)
  return output
}

const run = (
  program: string,
  words: string[],
  { typed = '', ...options }: { cwd: string; typed?: string; env?: NodeJS.ProcessEnv },
): Promise<Run> =>
  new Promise((done) => {
    const child = execFile(program, words, options, (error, stdout, stderr) =>
      done({ code: error ? 1 : 0, output: stdout + stderr }),
    )
    child.stdin?.end(`${typed}\n`)
  })
