// Writes .cache/spec-coverage.md. Given the specification as a file, it also prints the parts without rows.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorsIn, pageOf } from '#test/spec/page.ts'
import { SECTIONS } from '#test/spec/sections.ts'
import { readTags } from '#test/spec/tags.ts'

const tags = readTags()
const errors = errorsIn(SECTIONS, tags)
for (const error of errors) console.error(error)

const folder = join(import.meta.dirname, '../../.cache')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'spec-coverage.md'), pageOf(SECTIONS, tags))
console.log('Each sentence of the specification and its tests: .cache/spec-coverage.md')

const [specification] = process.argv.slice(2)
if (specification !== undefined && existsSync(specification)) {
  const text = readFileSync(specification, 'utf8')
  // Every quoted text of the specification must appear in a row.
  const rows = SECTIONS.flatMap((section) => section.rows.map(({ says }) => `${section.title} ${says}`)).join(
    '\n',
  )
  const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading)
  const quoted = [...text.matchAll(/"([^"\n]{3,})"/g)].map(([, words = '']) => words)
  const calls = [...text.matchAll(/\b(?:GET|POST|PUT|DELETE) \/api\/[\w/{}-]+/g)].map(([call]) => call)
  for (const words of new Set([...headings, ...quoted, ...calls]))
    if (!rows.includes(words)) console.log(`No row has: ${words}`)
}
process.exitCode = errors.length > 0 ? 1 : 0
