// Every row of the specification has a test that proves it.
import { expect, test } from 'vitest'
import { errorsIn, pageOf } from './spec/page.ts'
import type { Row, Section } from './spec/row.ts'
import { SECTIONS } from './spec/sections.ts'
import { readTags, tagsIn } from './spec/tags.ts'

const tags = readTags()
const rows = SECTIONS.flatMap((section) => section.rows)

test('every row has a test with its tag, and every tag is on a test and names a row', () => {
  expect(errorsIn(SECTIONS, tags)).toEqual([])
})

test('no row is open', () => {
  const open = rows.flatMap((one) => (one.open === undefined ? [] : [`${one.says}: ${one.open}`]))
  expect(open).toEqual([])
})

test('every section of the specification has rows, and no row is repeated', () => {
  expect([...new Set(SECTIONS.map(({ at }) => at))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(SECTIONS.filter((section) => section.rows.length === 0)).toEqual([])
  const all = SECTIONS.flatMap(({ title, rows: those }) => those.map(({ says }) => `${title}: ${says}`))
  expect(all.filter((one, place) => all.indexOf(one) !== place)).toEqual([])
})

test('the page lists every row with links to the tests that prove it', () => {
  const listed = [
    ...pageOf(SECTIONS, tags).matchAll(/^\| (\d+\.\d+) \| .+ \| \[.+\]\(\.\.\/test\/.+\).* \|$/gm),
  ]
  expect(listed.map(([, id]) => id)).toEqual(rows.map(({ id }) => id))
})

const row = (more: Partial<Row>): Row => ({ id: '1.1', says: 'It is so', ...more })
const errorsOf = (lines: string[], ...some: Row[]) => {
  const sections: Section[] = [{ at: '1', title: 'Nothing', rows: some.length > 0 ? some : [row({})] }]
  return errorsIn(sections, tagsIn({ 'test/a.test.ts': lines.join('\n') }))
}
const TAGGED = ['// @spec-1.1', "test('it is so', () => {})"]
const NO_TAG = '1.1 It is so: no test has the tag @spec-1.1'

test('a row without a tag, a tag without a row and an id that is used twice are errors', () => {
  expect(errorsOf(TAGGED)).toEqual([])
  expect(errorsOf(TAGGED.slice(1))).toEqual([NO_TAG])
  expect(errorsOf(['// @spec-1.1 @spec-1.2', "test('it is so', () => {})"])).toEqual([
    'test/a.test.ts: "it is so" has the tag @spec-1.2, but there is no row 1.2',
  ])
  expect(errorsOf(TAGGED, row({}), row({ says: 'It is otherwise' }))).toEqual([
    '1.1 It is otherwise: another row has the same id',
  ])
  expect(errorsOf(TAGGED, row({}), row({ id: '2.1', open: 'nobody knows' }))).toEqual([
    '2.1 It is so: its id is not 1.<number>',
  ])
})

test('a row that is open has no tag', () => {
  expect(errorsOf(TAGGED.slice(1), row({ open: 'nobody knows' }))).toEqual([])
  expect(errorsOf(TAGGED, row({ open: 'nobody knows' }))).toEqual([
    '1.1 It is so: it is open, but a test has the tag @spec-1.1',
  ])
})

test.each([
  ['a function', ['// @spec-1.1', 'function so() {}']],
  ['a group of tests', ['// @spec-1.1', "describe('so', () => {})"]],
  ['a beforeEach hook', ['// @spec-1.1', 'test.beforeEach(async () => {}, 5)']],
  ['an empty line', ['// @spec-1.1', '', "test('it is so', () => {})"]],
  [
    'a list that no test iterates over',
    ['const some = [', '1, // @spec-1.1', ']', "test('so', () => so(some))"],
  ],
  ['nothing, at the end of a test', ["test('it is so', () => {}) // @spec-1.1"]],
])('a tag above %s is an error', (_what, lines) => {
  const at = lines.findIndex((line) => line.includes('@spec')) + 1
  expect(errorsOf(lines)).toEqual([
    NO_TAG,
    `test/a.test.ts:${at}: @spec-1.1 is above no test and no case of a table that a test iterates over`,
  ])
})

test('a malformed tag is an error', () => {
  for (const tag of ['@spec-1', '@spec 1.1', '@spec-1.1, as it says', 'see @spec-1.1'])
    expect(errorsOf([`// ${tag}`, "test('it is so', () => {})"])).toEqual([
      NO_TAG,
      `test/a.test.ts:1: "${tag}" is not a line of tags such as @spec-2.14`,
    ])
})

const SKIPPED = 'test/a.test.ts:1: @spec-1.1 is above a test that can be skipped'

test.each(['skip', 'todo', 'fixme', 'fails', 'skipIf(isWindows)', 'concurrent.skip'])(
  'a tag above a test with .%s is an error',
  (how) => {
    expect(errorsOf(['// @spec-1.1', `test.${how}('so', () => {})`])).toEqual([NO_TAG, SKIPPED])
    expect(errorsOf([`describe.${how}('so', () => {`, ...TAGGED, '})'])).toEqual([
      NO_TAG,
      SKIPPED.replace(':1:', ':2:'),
    ])
  },
)

test.each(["skip('not now')", "context.skip('not now')"])(
  'a tag above a test that runs %s is an error',
  (call) => {
    expect(errorsOf(['// @spec-1.1', `test('so', () => { ${call} })`])).toEqual([NO_TAG, SKIPPED])
  },
)

const proofsIn = (texts: Record<string, string[]>) =>
  tagsIn(Object.fromEntries(Object.entries(texts).map(([path, lines]) => [path, lines.join('\n')])))
const proof = (id: string, file: string, title: string, item?: string) => ({ id, file, title, item })

test('a tag belongs to the test below it, even with other comments in between', () => {
  const lines = [
    '// @spec-1.1 @spec-2.3',
    '// Why it is so.',
    '// @spec-1.4',
    'test.concurrent(`so`, () => {})',
  ]
  expect(proofsIn({ 'test/a.test.ts': lines })).toEqual({
    proofs: ['1.1', '2.3', '1.4'].map((id) => proof(id, 'test/a.test.ts', 'so')),
    errors: [],
  })
})

test.each([
  ['test.each', ['test.each([', '  ["a"], // @spec-1.1', '  ["b"],', '])("so", () => {})'], '["a"]'],
  [
    'describe.each',
    ['describe.each([', '// @spec-1.1', '{ a }])("all", () => test("so", () => {}))'],
    '{ a }',
  ],
  ['a loop', ['for (const one of [1, 2 // @spec-1.1', '])', 'test("so", () => {})'], '2'],
  [
    'a table with a name',
    ['const ALL = { a: [', '1, // @spec-1.1', '] }', 'test.each(Object.keys(ALL))("so", () => {})'],
    '1',
  ],
])('a tag on a case of %s belongs to the test that iterates over it', (_what, lines, item) => {
  expect(proofsIn({ 'test/a.test.ts': lines })).toEqual({
    proofs: [proof('1.1', 'test/a.test.ts', 'so', item)],
    errors: [],
  })
})

test('a tag on a case in another file belongs to every test that iterates over it, and is an error without one', () => {
  const table = {
    'test/b/rows.ts': ['const few = [one(), // @spec-1.1', ']', 'export const ROWS = [...few]'],
  }
  const importing = (from: string) => [
    `import { ROWS as all } from '${from}'`,
    'test.each(all)("so", () => {})',
  ]
  const tests = { 'test/a.test.ts': importing('#test/b/rows.ts'), 'test/b/b.test.ts': importing('./rows.ts') }
  expect(proofsIn({ ...table, ...tests })).toEqual({
    proofs: Object.keys(tests).map((file) => proof('1.1', file, 'so', 'one()')),
    errors: [],
  })
  expect(proofsIn(table).errors).toHaveLength(1)
})
