// Writes docs/spec-coverage.md from the rows in test/spec/ and the tags of the tests. Given the specification itself as a file, tells what of it has no rows.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { faultsOf, PAGE, pageOf } from '#test/spec/page.ts'
import { SECTIONS } from '#test/spec/sections.ts'
import { readTags } from '#test/spec/tags.ts'

const tags = readTags()
const faults = faultsOf(SECTIONS, tags)
for (const fault of faults) console.error(fault)
writeFileSync(PAGE, pageOf(SECTIONS, tags))

const [specification] = process.argv.slice(2)
if (specification !== undefined && existsSync(specification)) {
  const text = readFileSync(specification, 'utf8')
  // Whatever the specification sets in quotes is a text that some row has to have.
  const rows = SECTIONS.flatMap((section) => section.rows.map(({ says }) => `${section.title} ${says}`)).join(
    '\n',
  )
  const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading)
  const quoted = [...text.matchAll(/"([^"\n]{3,})"/g)].map(([, words = '']) => words)
  const calls = [...text.matchAll(/\b(?:GET|POST|PUT|DELETE) \/api\/[\w/{}-]+/g)].map(([call]) => call)
  for (const words of new Set([...headings, ...quoted, ...calls]))
    if (!rows.includes(words)) console.log(`No row has: ${words}`)
}
process.exitCode = faults.length > 0 ? 1 : 0
