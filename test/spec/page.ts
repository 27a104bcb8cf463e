// The page docs/spec-coverage.md, made from the rows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testFiles } from '../titles.ts'
import type { Row, Section } from './row.ts'

export const PAGE = join(import.meta.dirname, '../../docs/spec-coverage.md')
export const readPage = () => readFileSync(PAGE, 'utf8')

const HEAD = `# The specification, line by line

Made from \`test/spec/\` by \`node scripts/run.mjs scripts/spec-coverage.ts\`; a test fails when this page is not what
that makes, when a row has no test, and when it names one that does not exist.

What a test is called after goes by its path in \`test/\`; in brackets the case of a table that is meant. "Answer"
numbers are those of [spec-answers.md](spec-answers.md), which decides where the specification is silent or says two
things.
`

export function pageOf(sections: Section[]): string {
  const rows = sections.flatMap((section) => section.rows)
  const open = rows.filter((row) => row.open !== undefined)
  const count = `${rows.length} rows, ${new Set(rows.flatMap(({ tests }) => tests)).size} proofs, ${open.length} open.`
  return `${HEAD}\n${count}\n\n${sections.map(tableOf).join('\n\n')}\n`
}

function tableOf({ at, title, rows }: Section): string {
  const lines = rows.map((row) => `| ${cell(saysOf(row))} | ${cell(provedBy(row))} |`)
  return [`## ${at}. ${title}`, '', '| It says | Proved by |', '|---|---|', ...lines].join('\n')
}

function saysOf({ says, decided, note }: Row): string {
  if (decided) return `${says}. **Answer ${decided.answer}:** ${decided.holds}`
  return note === undefined ? says : `${says}. *${note}.*`
}

const provedBy = ({ tests, open }: Row) =>
  open === undefined
    ? tests.map((test) => test.replace(/^(\S+) › /, '`$1` ')).join('<br>')
    : `**Open:** ${open}`

// A pipe ends a cell; what stands in pointed brackets would be taken for HTML.
const cell = (words: string) =>
  words
    .replaceAll('|', '\\|')
    .replaceAll(/<(?!br>)/g, '&lt;')
    .replaceAll('\n', ' ')

/** What is wrong with the rows, in words. */
export function faultsOf(sections: Section[]): string[] {
  const files = testFiles()
  return sections.flatMap(({ at, title, rows }) =>
    rows.flatMap((row) => faultsOfRow(row, files).map((fault) => `${at}. ${title} › ${row.says}: ${fault}`)),
  )
}

function faultsOfRow({ tests, open }: Row, files: ReturnType<typeof testFiles>): string[] {
  if (tests.length === 0) return open === undefined ? ['no test is named'] : []
  if (open !== undefined) return ['it is open, and yet tests are named']
  return tests.flatMap((test) => {
    const [, name = '', whole = ''] = /^(\S+) › ([^]*)$/.exec(test) ?? []
    const file = files.get(name)
    if (!file) return [`there is no file ${name}`]
    if (file.titles.has(whole)) return []
    const [, title = '', one = ''] = /^([^]*) \[([^]*)\]$/.exec(whole) ?? []
    if (!file.titles.has(title)) return [`${name} has no test "${title || whole}"`]
    return file.texts.has(one) ? [] : [`${name} has no case "${one}"`]
  })
}
