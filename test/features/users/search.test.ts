// People search finds the same as a plain query over everybody, for random people and random parts of names.
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { FIRST_PAGE, paginate } from '#server/db/page.ts'
import { publicPeople } from '#server/features/users/search.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { runs, runSeed } from '#test/test-scope.ts'

const PEOPLE = 400
/** Few letters, so that parts occur in many names; several alphabets, letters of four bytes, and what LIKE treats as special. */
const USERNAME = ['a', 'b', 'C', 'd', '9', '_', '_']
const DISPLAY_NAME = [
  ...USERNAME,
  ' ',
  ' ',
  '%',
  '\\',
  '’',
  'é',
  'É',
  'ж',
  'Ж',
  'Σ',
  'ς',
  '田',
  '𐐀',
  '😀',
  '"',
  ',',
]
const textOf = (letters: string[], min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: min, maxLength: max })

const deps = { clock: systemClock, config: readConfig({ NODE_ENV: 'test' }) }
const viewerId = '00000000-0000-4000-8000-000000000000'
let database: FreshDatabase
let opened: Database
beforeAll(async () => {
  database = await freshDatabase()
  opened = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
  const person = fc.record({
    // Half of them share a beginning, as the people of an import do.
    username: fc.tuple(fc.constantFrom('', 'abc_'), textOf(USERNAME, 3, 8)).map((parts) => parts.join('')),
    displayName: textOf(DISPLAY_NAME, 0, 12).map((name) => name.trim() || null),
    isPublic: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
    // Few instants, so that neighbors often differ only in their ids.
    createdAt: fc.date({ min: new Date(0), max: new Date(9), noInvalidDate: true }),
  })
  const people = fc.sample(person, { numRuns: PEOPLE, seed: runSeed })
  await opened.pool.query(
    `insert into users (id, email, password, username, display_name, is_public, created_at, updated_at)
     select gen_random_uuid(), n || '@example.com', 'none', username, display_name, is_public, created_at, created_at
       from unnest($1::text[], $2::text[], $3::boolean[], $4::timestamptz[]) with ordinality
         as people (username, display_name, is_public, created_at, n)
     on conflict do nothing`,
    [
      people.map(({ username }) => username),
      people.map(({ displayName }) => displayName),
      people.map(({ isPublic }) => isPublic),
      people.map(({ createdAt }) => createdAt),
    ],
  )
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

/** Every page along its cursors. */
async function searched(query: string, limit: number): Promise<string[]> {
  const found: string[] = []
  let after = FIRST_PAGE
  for (;;) {
    const page = paginate(
      await publicPeople({ ...deps, ...opened }, viewerId, { query, limit, after }),
      limit,
    )
    found.push(...page.rows.map(({ id }) => id))
    const last = page.rows.at(-1)
    if (page.next === null || !last) return found
    after = last
  }
}

const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

/** One or two characters match the start of a word, three or more any part of a name. */
async function plainlySearched(query: string): Promise<string[]> {
  const trimmed = query.trim()
  const isShort = [...trimmed].length < 3
  const starts = [`${escaped(trimmed)}%`, `% ${escaped(trimmed)}%`, `%\\_${escaped(trimmed)}%`]
  const { rows } = await opened.pool.query<{ id: string }>(
    `select id from users where is_public and (username ilike any ($1) or display_name ilike any ($1))
      order by created_at desc, id desc`,
    [isShort ? starts : [`%${escaped(trimmed)}%`]],
  )
  return rows.map(({ id }) => id)
}

test('a search finds what reading everybody would find, in the same order, across all pages', async () => {
  let found = 0
  const query = fc.oneof(textOf(DISPLAY_NAME, 1, 5), textOf(USERNAME, 1, 3), textOf(DISPLAY_NAME, 6, 100))
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(1, 3, 20, 100), async (part, limit) => {
      fc.pre(part.trim() !== '')
      // Reads page by page only as long as that is quick.
      const expected = await plainlySearched(part)
      const pageSize = Math.max(limit, Math.ceil(expected.length / 12))
      expect(await searched(part, pageSize)).toEqual(expected)
      found += expected.length
    }),
    {
      numRuns: runs(500),
      seed: runSeed,
      examples: [
        'abc_',
        'a',
        '_',
        '__',
        '_a',
        'a_',
        '9a',
        'жж',
        '%',
        '\\',
        'É',
        'Σς',
        '田',
        '𐐀',
        '😀',
        "a' b",
        '{"',
      ].map((part): [string, number] => [part, 3]),
    },
  )
  expect(found).toBeGreaterThan(PEOPLE)
})
