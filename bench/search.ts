// Search among a million people, with ten concurrent requests.
import { load } from './measure.ts'
import { addPeople } from './population.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'

const PEOPLE = 1_000_000
/** One, two and three letters, a part of a username, a first name, a full name, and a name without matches. */
const queriesFor = (name: string) => [
  name.slice(0, 1),
  name.slice(0, 2),
  name.slice(1, 4),
  '77123',
  name.split(' ')[0] ?? '',
  name,
  'a name without matches',
]

/** `from`: the first unused number for a person. */
export async function benchSearch(bench: Bench, from: number): Promise<void> {
  await addPeople(bench.pool, from, PEOPLE, 'no password')
  await bench.pool.query('vacuum analyze users')
  const product = await startProduct(bench)
  try {
    const cookie = await signIn(product, 3)
    const { rows } = await bench.pool.query<{ name: string }>(
      `select display_name as name from users where username = 'person_654321'`,
    )
    if (!rows[0]) throw new Error('There is no person_654321')
    for (const query of queriesFor(rows[0].name)) {
      const url = `${product.url}/api/users?${new URLSearchParams({ query })}`
      await load({ url, cookie }, 1)
      const { p99Ms, requestsPerSecond, failed } = await load({ url, cookie }, 3)
      if (failed > 0) throw new Error(`A search for "${query}" failed`)
      report.note(`"${query}": ${requestsPerSecond.toFixed(0)} requests/s`)
      report.atMost(`search of a million people for "${query}", p99`, p99Ms, 50, ' ms')
    }
  } finally {
    await product.stop()
  }
}
