// Which tests prove which rows of the specification: each carries their ids as `@spec-<id>` in a comment above it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Item, parseTests, type Source, type TestCall } from './parse.ts'

/** A tag on a test, or on a case of a table that the test walks. */
export type Proof = {
  id: string
  /** The file of the test, from the root of the project. */
  file: string
  title: string
  /** The case as it is written, if the tag is on a case. */
  item: string | undefined
}
export type Tags = {
  proofs: Proof[]
  /** What is wrong with tags, each with its file and line. */
  faults: string[]
}

const root = join(import.meta.dirname, '../..')

/** All tags in `test/`. This folder has none: it only speaks of them. */
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
  const walkers = [...sources.values()].flatMap((source) =>
    source.tests.map((test) => ({ source, test, tables: tablesOf(test, source, sources) })),
  )
  const found = [...sources.values()].flatMap((source) =>
    source.comments
      .filter(({ value }) => value.includes('@spec'))
      .map((comment) => readTag(source, comment, walkers)),
  )
  return { proofs: found.flatMap(({ proofs }) => proofs), faults: found.flatMap(({ faults }) => faults) }
}

type Comment = Source['comments'][number]
/** A test with all that its tables are made of, as "path name". */
type Walker = { source: Source; test: TestCall; tables: Set<string> }

function readTag(source: Source, comment: Comment, walkers: Walker[]): Tags {
  const place = `${source.path}:${source.code.slice(0, comment.start).split('\n').length}`
  const tags = comment.value.trim()
  const fault = (what: string): Tags => ({ proofs: [], faults: [`${place}: ${what}`] })
  if (!/^@spec-\d+\.\d+( @spec-\d+\.\d+)*$/.test(tags))
    return fault(`"${tags}" is not a line of tags such as @spec-2.14`)
  const { test, item } = targetOf(source, comment)
  const proving = walkers.filter((one) => (item ? walks(one, source, item) : one.test === test))
  if (proving.length === 0) return fault(`${tags} is above no test and no case of a table that a test walks`)
  if (proving.some((one) => one.test.isSkipped)) return fault(`${tags} is above a test that can be skipped`)
  const proofs = proving.flatMap((one) =>
    tags.split(' ').map((tag) => ({
      id: tag.replace('@spec-', ''),
      file: one.source.path,
      title: one.test.title,
      item: item && source.code.slice(item.start, item.end),
    })),
  )
  return { proofs, faults: [] }
}

/** The test or the case on the line below the comment and those that follow it, or the case before it on its line. */
function targetOf({ code, comments, tests, items }: Source, comment: Comment) {
  const before = code.slice(0, comment.start).replace(/,?[ \t]*$/, '')
  if (!/(^|\n)\s*$/.test(before)) return { item: items.find(({ end }) => end === before.length) }
  let start = comment.end
  for (let next: Comment | undefined = comment; next; next = comments.find((one) => one.start === start))
    start = next.end + (/^[ \t]*\r?\n[ \t]*/.exec(code.slice(next.end))?.[0] ?? '').length
  const test = tests.find((one) => one.start === start)
  return { test, item: test ? undefined : items.find((one) => one.start === start) }
}

/** Whether the test walks a table that has the item: one that is written where it is walked, or one with a name. */
const walks = ({ source, test, tables }: Walker, of: Source, item: Item) =>
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
