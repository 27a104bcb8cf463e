// docs/asvs is consistent: its files exist, no requirement is there twice, and its counts are right.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = readdirSync(join(root, 'docs/asvs')).filter((name) => /^\d\d-[a-z-]+\.md$/.test(name))

const VERDICTS = ['yes', 'partly', 'no', 'not applicable']
/** The chapters whose requirements all don't apply say so in a sentence. */
const NONE_APPLIES = /None of its (\d+) requirements applies/

type Row = { id: string; level: string; requirement: string; verdict: string; shownBy: string }
const rowsOf = (page: string): Row[] =>
  read(`docs/asvs/${page}`)
    .split('\n')
    .filter((line) => /^\| V?\d/.test(line))
    .map((line) => {
      const [id = '', level = '', requirement = '', verdict = '', shownBy = ''] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
      return { id: id.replace(/^V/, ''), level, requirement, verdict, shownBy }
    })
/** The paths between backticks, and the documents that links lead to. */
const filesIn = (text: string) => [
  ...[...text.matchAll(/`([^`\n]*)`/g)]
    .map(([, words = '']) => words)
    .filter((words) => /^(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|json|md|ya?ml|cfg|sh|service|py)$/.test(words)),
  ...[...text.matchAll(/\]\(\.\.\/([\w.-]+\.md)(?:#[\w-]+)?\)/g)].map(([, name]) => `docs/${name}`),
]

test('no requirement is there twice', () => {
  const ids = pages.flatMap((page) => rowsOf(page).map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

describe.each(['README.md', ...pages])('docs/asvs/%s', (page) => {
  test('names only files that exist', () => {
    const files = filesIn(read(`docs/asvs/${page}`))
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe.each(pages)('docs/asvs/%s', (page) => {
  const rows = rowsOf(page)

  test('has requirements of its chapter in order, with a level, a verdict and what shows it', () => {
    const chapter = Number(page.slice(0, 2))
    const parts = rows.map(({ id }) => id.split('.').map(Number))
    expect(parts.filter((part) => part.length !== 3 || part[0] !== chapter)).toEqual([])
    const places = parts.map(([, section = 0, place = 0]) => section * 1000 + place)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(rows.filter(({ level }) => !/^[123]$/.test(level))).toEqual([])
    expect(rows.filter(({ verdict }) => !VERDICTS.includes(verdict))).toEqual([])
    expect(rows.filter(({ requirement, shownBy }) => requirement === '' || shownBy === '')).toEqual([])
    expect(rows.filter(({ requirement }) => requirement.split(/\s+/).length > 14)).toEqual([])
  })

  test('shows each “yes” by a file', () => {
    const claimed = rows.filter(({ verdict }) => verdict === 'yes')
    expect(claimed.filter(({ shownBy }) => filesIn(shownBy).length === 0)).toEqual([])
  })

  test('is counted in the README', () => {
    const [, none] = NONE_APPLIES.exec(read(`docs/asvs/${page}`)) ?? []
    const counts = VERDICTS.map((name) => rows.filter(({ verdict }) => verdict === name).length)
    if (none !== undefined) counts.splice(-1, 1, Number(none))
    const line = read('docs/asvs/README.md')
      .split('\n')
      .find((text) => text.includes(`](${page})`))
    expect(line?.split('|').slice(2, -1).map(Number)).toEqual(counts)
  })
})
