// The page docs/spec-coverage.md, made from the rows and from the tags of the tests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row, Section } from './row.ts'
import type { Proof, Tags } from './tags.ts'

export const PAGE = join(import.meta.dirname, '../../docs/spec-coverage.md')
export const readPage = () => readFileSync(PAGE, 'utf8')
/** What writes the page. */
export const COMMAND = 'node scripts/run.mjs test/spec/write-coverage.ts'

const HEAD = `# The specification, line by line

Each row has an id, which never changes. A test carries the ids of the rows that it proves in a comment right above it,
such as \`// @spec-2.14\`; a case of a table carries them above it or at the end of its line. So
\`git grep -w @spec-2.14\` finds the proofs of a row. A test fails when a row has no proof and when a tag names no row.

\`${COMMAND}\` makes this page from \`test/spec/\` and the tags. A number in brackets says
how many tests of a file prove a row, each case of a table counted. "Answer" numbers are those of
[spec-answers.md](spec-answers.md), which decides where the specification is silent or says two things.
`

export function pageOf(sections: Section[], { proofs }: Tags): string {
  const rows = sections.flatMap((section) => section.rows)
  const count = `${rows.length} rows, ${rows.filter(({ open }) => open !== undefined).length} open.`
  const byId = Map.groupBy(proofs, ({ id }) => id)
  return `${HEAD}\n${count}\n\n${sections.map((section) => tableOf(section, byId)).join('\n\n')}\n`
}

function tableOf({ at, title, rows }: Section, proofs: Map<string, Proof[]>): string {
  const lines = rows.map(
    (row) => `| ${row.id} | ${cell(saysOf(row))} | ${provedBy(row, proofs.get(row.id) ?? [])} |`,
  )
  return [`## ${at}. ${title}`, '', '| Id | It says | Proved by |', '|---|---|---|', ...lines].join('\n')
}

function saysOf({ says, decided, note }: Row): string {
  if (decided) return `${says}. **Answer ${decided.answer}:** ${decided.holds}`
  return note === undefined ? says : `${says}. *${note}.*`
}

function provedBy({ open }: Row, proofs: Proof[]): string {
  if (open !== undefined) return `**Open:** ${cell(open)}`
  return [...Map.groupBy(proofs, ({ file }) => file)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, { length }]) => {
      const name = file.replace(/^test\//, '').replace(/\.(test|e2e)\.tsx?$/, '')
      return `[${name}](../${file})${length > 1 ? ` (${length})` : ''}`
    })
    .join('<br>')
}

// A pipe ends a cell; what stands in pointed brackets would be taken for HTML.
const cell = (words: string) => words.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

/** What is wrong with the rows and the tags, in words. */
export function faultsOf(sections: Section[], { proofs, faults }: Tags): string[] {
  const rows = sections.flatMap(({ at, rows: those }) => those.map((row) => ({ at, ...row })))
  const ids = rows.map(({ id }) => id)
  const proved = new Set(proofs.map(({ id }) => id))
  const ofRows = rows.flatMap(({ at, id, says, open }, place) => {
    const wrong: string[] = []
    if (!new RegExp(`^${at}\\.[1-9]\\d*$`).test(id)) wrong.push(`its id is not ${at}.<number>`)
    if (ids.indexOf(id) !== place) wrong.push('its id is that of another row')
    if (!proved.has(id) && open === undefined) wrong.push(`no test has the tag @spec-${id}`)
    if (proved.has(id) && open !== undefined) wrong.push(`it is open, and yet a test has the tag @spec-${id}`)
    return wrong.map((what) => `${id} ${says}: ${what}`)
  })
  const unknown = proofs.filter(({ id }) => !ids.includes(id))
  return [
    ...ofRows,
    ...faults,
    ...unknown.map(
      ({ id, file, title }) => `${file}: "${title}" has the tag @spec-${id}, but there is no row ${id}`,
    ),
  ]
}
