// Traces of a changed email: no working link, and no place on the waitlist.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { emailLinks } from './email-links.ts'

let server: TestServer
let links: ReturnType<typeof emailLinks>
beforeAll(async () => {
  server = await startServer()
  links = emailLinks(server)
  await buildPeople(server.deps, { ada: member(), bob: member() })
})
afterAll(() => server.stop())

const changeEmail = async (username: string) =>
  await links.change(await server.signIn(username), `${username}@new.example.com`)

test('the links are stored only as hashes, and their emails without them', async () => {
  const change = await changeEmail('ada')
  const { token: revert } = await links.newest('ada@example.com')
  const { rows } = await server.deps.pool.query<{ row: string }>(
    'select t::text as row from account_tokens t union all select e::text from emails e',
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const { row } of rows) for (const token of [change, revert]) expect(row).not.toContain(token)
})

test('the old address leaves the waitlist, and no other does', async () => {
  for (const address of ['bob@example.com', 'eve@example.com'])
    await server.visitor().call(waitlist.join, { body: { email: address } })
  await changeEmail('bob')
  const left = await server.deps.db.selectFrom('waitlist').select('email').execute()
  expect(left).toEqual([{ email: 'eve@example.com' }])
})
