// Each migration expands the schema or contracts it, and no release contracts what it has just expanded.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kindOf } from '#server/db/migrate.ts'

/** The newest migration of the last release; changed with each release (docs/decisions/0023). */
const LAST_RELEASED = '0043-data-exports.sql'

const FOLDER = join(import.meta.dirname, '../../server/db/migrations')
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()

/** Statements that remove or change something the previous release may still use. Only a contraction may have them. */
const TAKES_AWAY =
  /\bdrop\s+(table|column|view|function|type|schema)\b|\brename\s+(to|column)\b|\bset\s+not\s+null\b|\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i

/** Why a migration can't be in the release after `lastReleased`; null if it can. */
function refusal(file: string, sql: string, lastReleased: string): string | null {
  const code = sql.replaceAll(/--.*$/gm, '')
  if (kindOf(file) === 'expand')
    return TAKES_AWAY.test(code)
      ? 'it takes something away: name it .contract.sql, and release it after the code that stops using it'
      : null
  const [, expansion] = /^-- Contracts (\d{4}-[\w-]+\.sql)\b/.exec(sql) ?? []
  if (expansion === undefined)
    return 'its first line must be "-- Contracts NNNN-name.sql: what is unused since"'
  return expansion > lastReleased ? `${expansion} is not released yet` : null
}

test('the last released migration exists', () => {
  expect(files).toContain(LAST_RELEASED)
})

test('no unreleased migration takes away what the last release uses', async () => {
  const unreleased = files.filter((file) => file > LAST_RELEASED)
  for (const file of unreleased)
    expect.soft(refusal(file, await readFile(join(FOLDER, file), 'utf8'), LAST_RELEASED), file).toBeNull()
})

test.each([
  ['0060-a.sql', 'alter table users add column a text;', null],
  ['0060-a.sql', '-- later drop column b\nalter table users add column a text not null default 1;', null],
  ['0060-a.sql', 'alter table users drop column b;', /takes something away/],
  ['0060-a.sql', 'alter table users rename column b to a;', /takes something away/],
  ['0060-a.sql', 'alter table users alter column b set not null;', /takes something away/],
  ['0061-b.contract.sql', 'alter table users drop column b;', /first line/],
  [
    '0061-b.contract.sql',
    '-- Contracts 0060-a.sql: b moved\nalter table users drop column b;',
    /not released/,
  ],
  ['0061-b.contract.sql', '-- Contracts 0040-a.sql: b moved\nalter table users drop column b;', null],
])('%s with “%s” is checked', (file, sql, expected) => {
  const found = refusal(file, sql, '0050-z.sql')
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatch(expected)
})
