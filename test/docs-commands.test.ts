// The commands in README, CONTRIBUTING and docs/ work, and the files that they name exist.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchRoot } from './scratch.ts'
import { SECTIONS } from './spec/sections.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const exists = (pattern: string) => globSync(pattern, { cwd: root }).length > 0

let scratch: string
beforeAll(async () => void (scratch = await mkdtemp(join(await scratchRoot(), 'signalpost-docs-'))))
afterAll(() => rm(scratch, { recursive: true, force: true }))

const DOCS = globSync(['*.md', 'docs/**/*.md', 'tools/sandbox/*/README.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  // The changelog names files of earlier versions.
  .filter((path) => path !== 'CHANGELOG.md')

/** Every command in a fenced block or between backticks, without its comment and its variables. */
const commands = [...new Set(DOCS.flatMap((path) => commandsIn(read(path))))].toSorted()

function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, language = '']) => ['', 'sh'].includes(language))
    .flatMap(([, , lines = '']) => lines.split('\n'))
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words)
  return [...blocks, ...inline]
    .map((line) => line.replace(/\s+# .*/, '').replace(/^([A-Z_]+=\S+ )+/, ''))
    .map((line) => line.trim())
    .filter((line) => /^(npm|npx|node|git) \S/.test(line))
}

/** Runs a command in the project's root, as a reader would, and stops it when it has printed `until`. */
async function run(command: string, until?: RegExp): Promise<{ code: number | null; printed: string }> {
  const [name = '', ...words] = command.split(' ')
  // Variables that vitest sets for its own processes would reach a vitest that is started here.
  const settings = Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(key))
  const child = spawn(name === 'node' ? process.execPath : name, words, {
    cwd: root,
    env: { ...Object.fromEntries(settings), NO_COLOR: '1', PORT: '0', TEST_SCOPE: 'full' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows npm and npx are scripts.
    shell: process.platform === 'win32' && name !== 'node',
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      printed += data.toString()
      if (until?.test(printed)) child.kill()
    })
  const code = await new Promise<number | null>((done, failed) => {
    child.once('close', done).once('error', failed)
  })
  return { code, printed }
}

/** The test files with this in their path, as vitest chooses them. */
async function testFilesBy(name: string): Promise<string[]> {
  const { code, printed } = await (list ??= run('node node_modules/vitest/vitest.mjs list --filesOnly'))
  expect(code, `It printed ${printed}`).toBe(0)
  const files = printed.split('\n').map((line) => line.replace(/^\[\w+\] /, ''))
  return files.filter((file) => file.endsWith('.test.ts') && file.includes(name))
}
// Each of these commands runs once and is shared by the tests that need its output.
let list: ReturnType<typeof run> | undefined
let usage: ReturnType<typeof run> | undefined

type Proof = (...words: string[]) => Promise<void> | void
/** How each command is tested. A long one gets an option that only lists what it would do. */
const TESTED: [command: RegExp, proof: Proof][] = [
  [
    /^npm test -- (\S+)$/,
    async (name) => {
      const paths = await testFilesBy(name)
      expect(paths).not.toEqual([])
      expect(paths.filter((path) => !path.startsWith(name))).toEqual([])
    },
  ],
  [
    /^(node tools\/scripts\/run\.mjs node_modules\/@playwright\/test\/cli\.js test \S+ --update-snapshots=all)$/,
    async (command) => {
      const { code, printed } = await run(`${command} --list`)
      expect(code, `It printed ${printed}`).toBe(0)
      expect(printed).toMatch(/^Total: 3 tests in 1 file$/m)
    },
  ],
  [
    /^(npm run admin -- .+)$/,
    async (command) => {
      // Without a command it prints its usage.
      const { printed } = await (usage ??= run('npm run admin'))
      expect(printed.split(/ {2,}|\n/)).toContain(command)
    },
  ],
  [
    /^(node tools\/sandbox\/(\w+)\/main\.ts .*)$/,
    async (command, name) => {
      const words = command.replace('[port]', '0').replace('[file]', join(scratch, `${name}.sqlite`))
      const ready = / sandbox .* at http:/
      expect((await run(words, ready)).printed).toMatch(ready)
    },
  ],
  [
    /^npm run bench ([\w-]+)$/,
    (name) => {
      expect(read('tools/bench/run.ts')).toMatch(
        new RegExp(`if \\((?:wants|only\\.includes)\\('${name}'\\)\\)`),
      )
    },
  ],
  [
    /^npm run drill -- ([\w-]+)$/,
    (name) => {
      expect(read('tools/drills/run.ts')).toMatch(new RegExp(`^  '?${name}'?: \\{`, 'm'))
    },
  ],
  [
    /^git grep -w @spec-(\S+)$/,
    // Git itself isn't run, because not every machine has it.
    (id) => {
      expect(SECTIONS.flatMap(({ rows }) => rows.map((row) => row.id))).toContain(id)
    },
  ],
]

/** Why the other commands don't run here, and what covers them. */
const NOT_TESTED: Record<string, string> = {
  'node tools/scripts/check.mjs': 'npm test starts with it',
  'npm audit --omit=dev': 'asks the registry',
  'npm ci': 'test/scripts/clean-install.test.ts',
  'npx oxlint': 'test/scripts/clean-install.test.ts',
  'npx tsc --noEmit': 'test/scripts/clean-install.test.ts',
  'npx vitest run test/engine': 'test/scripts/clean-install.test.ts runs one file of it',
  'npm start': 'never ends; npm test builds the same page, and the journeys start the same server',
  'npm run dev': 'never ends',
  'npm test': 'runs this test',
  'npm run test:ci': 'runs this test',
  'npm run test:full': 'runs this test, and takes half an hour',
  'npm run test:full -- --only=model':
    'takes minutes; test/scripts/test-stages.test.ts covers an unknown stage',
  'npm run test:full -- --rest': 'takes minutes; CI runs it',
  'npm run test:full -- --only=previous-release --release=<commit or tag>':
    'takes many minutes; test/scripts/test-stages.test.ts covers an unknown release',
  'npm test -- --release=<commit or tag> test/features/users': 'installs the packages of the release',
  'npm run drill -- <name>': 'the names are tested above, and test/faults/drills.test.ts runs one',
  'npm run check': 'npm test starts with it',
  'npm run check -- --tables': 'writes what test/db/tables.test.ts compares',
  'npm run release': 'takes half a minute; test/supply-chain/packages.test.ts covers what goes into it',
  'npm run serve': 'never ends; test/supply-chain/packages.test.ts covers its refusal',
  'npm run doctor': 'looks at services of this machine; test/scripts/doctor/site.test.ts runs the script',
  'npm run doctor -- --json': 'as above',
  'npm run seed': 'fills the database of the product; test/demo/demo.test.ts fills one of its own',
  'npm run bench': 'takes minutes, and its figures mean nothing while tests run',
  'node tools/scripts/run.mjs test/spec/write-coverage.ts': 'test/spec-coverage.test.ts builds the same page',
  'node tools/scripts/run.mjs tools/scripts/pictures.ts': 'needs a running demo, and writes its pictures',
}

test('every command is tested below or has a reason why not', () => {
  const isTested = (command: string) => TESTED.some(([pattern]) => pattern.test(command))
  expect(commands.filter((command) => !isTested(command))).toEqual(Object.keys(NOT_TESTED).toSorted())
  const unused = TESTED.filter(([pattern]) => !commands.some((command) => pattern.test(command)))
  expect(unused.map(([pattern]) => pattern)).toEqual([])
})

const trials = commands.flatMap((command) =>
  TESTED.flatMap(([pattern, proof]) => {
    const [whole, ...words] = pattern.exec(command) ?? []
    return whole === undefined ? [] : [[command, async () => proof(...words)] as const]
  }),
)
// Each trial starts one or two processes, while other tests run on the same machine.
const timeout = 120_000

test.concurrent.each(trials)('%s works', { timeout }, async (_command, prove) => {
  await expect(prove()).resolves.toBeUndefined()
})

test.concurrent('npm test with a path runs only the tests that match it', { timeout }, async () => {
  const { code, printed } = await run('npm test -- test/shared/limits')
  expect(code, `It printed ${printed}`).toBe(0)
  expect(printed).toMatch(/Test Files {2}1 passed \(1\)/)
})

test('every npm script that is named exists, and so does the file that it runs', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = commands.flatMap((command) => /^npm (?!ci$|audit )(?:run )?(\S+)/.exec(command)?.[1] ?? [])
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  const files = Object.values(scripts).flatMap((script) => script.match(/tools\/scripts\/\S+/g) ?? [])
  expect(files.length).toBeGreaterThanOrEqual(Object.keys(scripts).length)
  expect(files.filter((file) => !exists(file))).toEqual([])
})

/** The paths that a text names, as patterns: `<feature>` and `NNNN-name` match any name. */
function pathsIn(text: string): string[] {
  const words = text.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
  const named = words.matchAll(
    /(?<![\w@/.:#-])(?:shared|engine|server|web|tools|test|docs)\/[\w./<>{},@*-]*[\w>}*]/g,
  )
  const alone = words.matchAll(/`([\w.-]+\.(?:tsx?|mjs|sql|css|md|json))`/g)
  return [
    ...[...named].map(([path]) => path.replaceAll(/<\w+>|NNNN-name/g, '*')),
    ...[...alone].map(([, name]) => `{*,{shared,engine,server,web,tools,test,docs}/**}/${name}`),
  ]
}

/** The headings of a page, as links name them. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

describe.each(DOCS)('%s', (doc) => {
  test('names only files and folders that exist', () => {
    expect(pathsIn(read(doc)).filter((path) => !exists(path))).toEqual([])
  })

  test('has no broken links or images', () => {
    const targets = [...read(doc).matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map(
      ([, link, source]) => link ?? source ?? '',
    )
    const own = targets.filter((target) => !/^https?:/.test(target))
    const broken = own.filter((target) => {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? doc : join(dirname(doc), file)
      return !exists(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor))
    })
    expect(broken).toEqual([])
  })
})
