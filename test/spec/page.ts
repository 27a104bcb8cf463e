// Builds the page of the specification's rows and the tests that prove them.
import type { Row, Section } from './row.ts'
import type { Proof, Tags } from './tags.ts'

const HEAD = `# The specification, line by line

Each row has an id that never changes. A test names the rows that it proves in a comment right above it, such as
\`// @spec-2.14\`; a case of a table does so above it or at the end of its line. \`git grep -w @spec-2.14\` finds the proofs
of a row. A test fails when a row has no proof or when a tag names no row.

A number in parentheses is the number of tests in a file that prove the row; each case of a table counts. "Answer" numbers
refer to [spec-answers.md](../docs/spec-answers.md), our decisions where the specification is silent or contradicts itself.
`

/** Links are relative to a folder of the project's root. */
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

// A pipe ends a cell, and angle brackets would be read as HTML.
const cell = (words: string) => words.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

/** Errors in the rows and the tags, as sentences. */
export function errorsIn(sections: Section[], { proofs, errors }: Tags): string[] {
  const rows = sections.flatMap(({ at, rows: those }) => those.map((row) => ({ at, ...row })))
  const ids = rows.map(({ id }) => id)
  const proved = new Set(proofs.map(({ id }) => id))
  const ofRows = rows.flatMap(({ at, id, says, open }, place) => {
    const wrong: string[] = []
    if (!new RegExp(`^${at}\\.[1-9]\\d*$`).test(id)) wrong.push(`its id is not ${at}.<number>`)
    if (ids.indexOf(id) !== place) wrong.push('another row has the same id')
    if (!proved.has(id) && open === undefined) wrong.push(`no test has the tag @spec-${id}`)
    if (proved.has(id) && open !== undefined) wrong.push(`it is open, but a test has the tag @spec-${id}`)
    return wrong.map((what) => `${id} ${says}: ${what}`)
  })
  const unknown = proofs.filter(({ id }) => !ids.includes(id))
  return [
    ...ofRows,
    ...errors,
    ...unknown.map(
      ({ id, file, title }) => `${file}: "${title}" has the tag @spec-${id}, but there is no row ${id}`,
    ),
  ]
}
