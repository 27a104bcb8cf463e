// Search among a million people, with ten concurrent requests.
import type pg from 'pg'
import { watchCpu } from './cpu.ts'
import { load, median, type Target } from './measure.ts'
import { addPeople } from './population.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'

const PEOPLE = 1_000_000
const ROUNDS = 5
const SECONDS = 4

const CLUSTERED = 'clustered'

/** Queries by how many names match. */
const queriesFor = (name: string): Record<string, string[]> => {
  const first = name.split(' ')[0] ?? ''
  return {
    // Nearly everybody's usernames, and the first letters of one person's name.
    common: ['p', 'person', 'erso', 'son_', name.slice(0, 1)],
    // A few thousand people, with or without some of the newest.
    'fairly common': [name.slice(0, 2), name.slice(1, 4), 'a b', name.slice(3, 6), name.slice(-3)],
    rare: ['77123', 'person_654321', first, name, name.slice(1, 6)],
    // One to three letters and more, another alphabet, special characters of LIKE, and a long text.
    absent: ['x', 'qq', 'xyz', 'a name without matches', 'привет', '田中', '!!!', '%_%', 'person'.repeat(16)],
    // Thousands of people, none of them among the newest, because people are numbered in order.
    [CLUSTERED]: ['771', '65'],
  }
}

/** `from`: the first unused number for a person. */
export async function benchSearch(bench: Bench, from: number): Promise<void> {
  await addManyPeople(bench.pool, from, PEOPLE)
  const product = await startProduct(bench)
  try {
    const cookie = await signIn(product, 3)
    const { rows } = await bench.pool.query<{ name: string }>(
      `select display_name as name from users where username = 'person_654321'`,
    )
    if (!rows[0]) throw new Error('There is no person_654321')
    const kinds = queriesFor(rows[0].name)
    const targetOf = (queries: string[]): Target => ({
      url: product.url,
      cookie,
      paths: queries.map((query) => `/api/users?${new URLSearchParams({ query })}`),
    })
    const targets = Object.entries({ ...kinds, 'of all kinds': Object.values(kinds).flat() }).map(
      ([kind, queries]) => ({ kind, target: targetOf(queries), p99s: [] as number[], cpu: '' }),
    )
    for (let round = 0; round <= ROUNDS; round++)
      for (const part of targets) {
        const cpu = await watchCpu(bench.pool, product.pid)
        const { p99Ms, answered, failed } = await load(part.target, SECONDS)
        if (failed > 0) throw new Error(`A search for ${part.kind} parts failed`)
        const { serverUs, postgresUs } = await cpu.spent()
        part.cpu = `CPU per request: server ${(serverUs / answered).toFixed(0)} µs, PostgreSQL ${(postgresUs / answered).toFixed(0)} µs`
        // The first round opens the connections and fills the caches.
        if (round > 0) part.p99s.push(p99Ms)
      }
    for (const { kind, p99s, cpu } of targets) {
      report.note(`${kind}: p99 of the rounds ${p99s.join(', ')} ms; ${cpu}`)
      // A known limit (docs/decisions/0015-people-search.md): two of the 26 mixed searches.
      if (kind !== CLUSTERED)
        report.atMost(`search of a million people, ${kind}, p99`, median(p99s), 50, ' ms')
    }
  } finally {
    await product.stop()
  }
}

/** Rebuilds the index of name parts at the end, which takes a fraction of the time. */
async function addManyPeople(pool: pg.Pool, from: number, to: number): Promise<void> {
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_indexdef('users_name_parts'::regclass) as definition`,
  )
  await pool.query('drop index users_name_parts')
  await addPeople(pool, from, to, 'no password')
  await pool.query(rows[0]?.definition ?? '')
  await pool.query('vacuum analyze users')
}
