// Reads which tests prove which rows of the specification, from `@spec-<id>` comments above them.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Item, parseTests, type Source, type TestCall } from './parse.ts'

/** A tag on a test, or on a case of a table that the test iterates over. */
export type Proof = {
  id: string
  /** The path of the test file, relative to the project root. */
  file: string
  title: string
  /** The source of the case, if the tag is on a case. */
  item: string | undefined
}
export type Tags = {
  proofs: Proof[]
  /** Errors in tags, each with its file and line. */
  errors: string[]
}

const root = join(import.meta.dirname, '../..')

/** All tags in `test/`, except in this folder, which only mentions them. */
export function readTags(): Tags {
  const paths = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('test/spec/'))
    .toSorted()
  return tagsIn(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
}

/** The tags in these sources, by path. */
export function tagsIn(texts: Record<string, string>): Tags {
  const sources = new Map(Object.entries(texts).map(([path, text]) => [path, parseTests(path, text)]))
  const testsWithTables = [...sources.values()].flatMap((source) =>
    source.tests.map((test) => ({ source, test, tables: tablesOf(test, source, sources) })),
  )
  const found = [...sources.values()].flatMap((source) =>
    source.comments
      .filter(({ value }) => value.includes('@spec'))
      .map((comment) => readTag(source, comment, testsWithTables)),
  )
  return { proofs: found.flatMap(({ proofs }) => proofs), errors: found.flatMap(({ errors }) => errors) }
}

type Comment = Source['comments'][number]
/** A test with the definitions that make up its tables, as "path name". */
type TestWithTables = { source: Source; test: TestCall; tables: Set<string> }

function readTag(source: Source, comment: Comment, testsWithTables: TestWithTables[]): Tags {
  const place = `${source.path}:${source.code.slice(0, comment.start).split('\n').length}`
  const tags = comment.value.trim()
  const error = (what: string): Tags => ({ proofs: [], errors: [`${place}: ${what}`] })
  if (!/^@spec-\d+\.\d+( @spec-\d+\.\d+)*$/.test(tags))
    return error(`"${tags}" is not a line of tags such as @spec-2.14`)
  const { test, item } = targetOf(source, comment)
  const proving = testsWithTables.filter((one) =>
    item ? iteratesOver(one, source, item) : one.test === test,
  )
  if (proving.length === 0)
    return error(`${tags} is above no test and no case of a table that a test iterates over`)
  if (proving.some((one) => one.test.isSkipped)) return error(`${tags} is above a test that can be skipped`)
  const proofs = proving.flatMap((one) =>
    tags.split(' ').map((tag) => ({
      id: tag.replace('@spec-', ''),
      file: one.source.path,
      title: one.test.title,
      item: item && source.code.slice(item.start, item.end),
    })),
  )
  return { proofs, errors: [] }
}

/** The test or case below the comment and any comments after it, or the case before it on the same line. */
function targetOf({ code, comments, tests, items }: Source, comment: Comment) {
  const before = code.slice(0, comment.start).replace(/,?[ \t]*$/, '')
  if (!/(^|\n)\s*$/.test(before)) return { item: items.find(({ end }) => end === before.length) }
  let start = comment.end
  for (let next: Comment | undefined = comment; next; next = comments.find((one) => one.start === start))
    start = next.end + (/^[ \t]*\r?\n[ \t]*/.exec(code.slice(next.end))?.[0] ?? '').length
  const test = tests.find((one) => one.start === start)
  return { test, item: test ? undefined : items.find((one) => one.start === start) }
}

/** Whether the test iterates over a table that contains the item, written inline or with a name. */
const iteratesOver = ({ source, test, tables }: TestWithTables, of: Source, item: Item) =>
  item.within.some((name) => tables.has(`${of.path} ${name}`)) ||
  (source === of && test.tables.some(({ start, end }) => start < item.start && item.end < end))

function tablesOf({ tables }: TestCall, source: Source, sources: Map<string, Source>): Set<string> {
  const seen = new Set<string>()
  const see = (of: Source, name: string) => {
    const key = `${of.path} ${name}`
    if (seen.has(key)) return
    seen.add(key)
    for (const used of of.definitions.get(name) ?? []) see(of, used)
    const imported = of.imports.get(name)
    const from = imported && sources.get(imported.path)
    if (from) see(from, imported.name)
  }
  for (const { names } of tables) for (const name of names) see(source, name)
  return seen
}
