// The email that tells people on the waitlist that they can register: once for each address, with a way to unsubscribe.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { createInvitation } from '#server/features/auth/invite.ts'
import { sendLaunchEmails } from '#server/features/waitlist/send-launch-emails.ts'
import { waitlist } from '#shared/contracts/waitlist.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { emails, linkIn, type StoredEmail } from '#test/emails.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { emailWaitlist } from './waitlist-steps.ts'
import { CONSENT } from '#test/browser.ts'

const clock = settableClock()
let database: FreshDatabase
let server: TestServer
const start = async (SIGNUP_MODE: string) =>
  (server = await startServer({ clock, database, settings: { SIGNUP_MODE } }))
beforeEach(async () => void (database = await freshDatabase()))
afterEach(async () => {
  await server.stop()
  await database.drop()
})

async function enter(...names: string[]): Promise<void> {
  for (const name of names) {
    await server.visitor().call(waitlist.join, { body: { email: `${name}@example.com` } })
    clock.pass(1000)
  }
}
const send = (limit?: number) => emailWaitlist(server, limit)
const sentTo = async (name: string): Promise<StoredEmail[]> => {
  await server.jobsDone()
  return await emails(server.deps, `${name}@example.com`)
}
const newestTo = async (name: string): Promise<StoredEmail> => {
  const email = (await sentTo(name)).at(-1)
  if (!email) throw new Error(`No email came to ${name}`)
  return email
}
const unsubscribeToken = ({ text }: StoredEmail) => /unsubscribe#token=([\w-]{43})$/m.exec(text)?.[1] ?? ''
const register = (name: string, invitation?: string) =>
  server.visitor().send('POST', '/api/register', {
    ...CONSENT,
    email: `${name}@example.com`,
    username: name,
    password: 'quiet harbor lamp',
    invitation,
  })
const onWaitlist = async () =>
  (await server.deps.db.selectFrom('waitlist').select('email').orderBy('createdAt').execute()).map(
    ({ email }) => email,
  )

describe.each(['invite', 'waitlist'])('In the mode %s,', (mode) => {
  test('each address gets one email, with an invitation that is for it alone', async () => {
    await start(mode)
    await enter('ada', 'bob')
    expect(await send()).toEqual({ sent: 2, removed: 0, registered: 0, waiting: 0 })
    expect(await send()).toEqual({ sent: 0, removed: 0, registered: 0, waiting: 0 })
    expect((await sentTo('ada')).map(({ subject }) => subject)).toEqual(['You can now join Signalpost'])
    const invitation = linkIn(await newestTo('ada')).hash.split('=')[1] ?? ''
    expect(await register('mallory', invitation)).toMatchObject({
      status: 403,
      body: { code: 'invitation_for_other_email' },
    })
    expect((await register('ada', invitation)).status).toBe(201)
    expect(await sentTo('bob')).toHaveLength(1)
  })
})

test('In the mode open, the link leads to the registration, without an invitation', async () => {
  await start('open')
  await enter('ada')
  await send()
  expect(linkIn(await newestTo('ada')).href).toBe(`${server.origin}/?auth=register`)
  expect(await server.deps.db.selectFrom('invitations').select('id').execute()).toEqual([])
  expect((await register('ada')).status).toBe(201)
})

describe('The email is sent once', () => {
  test('with a limit, to those who have waited longest', async () => {
    await start('invite')
    await enter('ada', 'bob', 'cleo')
    expect(await send(2)).toEqual({ sent: 2, removed: 0, registered: 0, waiting: 1 })
    expect([await sentTo('ada'), await sentTo('bob'), await sentTo('cleo')].map((all) => all.length)).toEqual(
      [1, 1, 0],
    )
    expect(await send(2)).toEqual({ sent: 1, removed: 0, registered: 0, waiting: 0 })
    expect(await sentTo('cleo')).toHaveLength(1)
  })

  test(
    'to 250 people, if three operators start it at the same time',
    { timeout: WAIT_TIMEOUT_MS },
    async () => {
      await start('invite')
      await server.deps.pool.query(
        `insert into waitlist (id, email, created_at)
       select gen_random_uuid(), 'person' || n || '@example.com', now() from generate_series(1, 250) n`,
      )
      const counts = await Promise.all([send(), send(), send()])
      expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(250)
      await server.jobsDone()
      const recipients = (await emails(server.deps)).map(({ to }) => to)
      expect([recipients.length, new Set(recipients).size]).toEqual([250, 250])
    },
  )

  test('and never to people with a verified account', async () => {
    await start('invite')
    await buildPeople(server.deps, { ada: member(), bob: member({ isEmailVerified: false }) })
    await enter('ada', 'bob')
    expect(await send()).toEqual({ sent: 1, removed: 0, registered: 1, waiting: 0 })
    expect(await sentTo('ada')).toEqual([])
    // The account may be somebody else's, who entered Bob's address.
    expect(await sentTo('bob')).toHaveLength(1)
  })

  test('if a batch fails in the middle, its addresses are tried again', async () => {
    await start('invite')
    await enter('ada', 'bob')
    const failing = sendLaunchEmails(server.deps, {
      limit: 10,
      createInvitation: async (trx, email) => {
        if (email.startsWith('bob')) throw new Error('The process was stopped')
        return await createInvitation(trx, server.deps, email)
      },
    })
    await expect(failing).rejects.toThrow('The process was stopped')
    expect(await sentTo('ada')).toEqual([])
    expect(await send()).toMatchObject({ sent: 2 })
    expect(await sentTo('ada')).toHaveLength(1)
  })
})

describe('Unsubscribing', () => {
  test('deletes the address, and it gets no email if somebody enters it again', async () => {
    await start('invite')
    await enter('ada', 'bob')
    await send()
    const token = unsubscribeToken(await newestTo('ada'))
    const reply = { message: 'You’re unsubscribed' }
    expect(await server.visitor().call(waitlist.unsubscribe, { body: { token } })).toEqual(reply)
    expect(await onWaitlist()).toEqual(['bob@example.com'])
    const { rows } = await server.deps.pool.query<{ row: string }>(
      'select e::text as row from emails e union all select l::text from launch_emails l',
    )
    for (const { row } of rows) expect(row).not.toContain('ada@example.com')
    // Using the link again says the same.
    expect(await server.visitor().call(waitlist.unsubscribe, { body: { token } })).toEqual(reply)
    await server.visitor().call(waitlist.join, { body: { email: 'ADA@example.com' } })
    expect(await send()).toEqual({ sent: 0, removed: 1, registered: 0, waiting: 0 })
    expect(await sentTo('ada')).toHaveLength(1)
    expect(await onWaitlist()).toEqual(['bob@example.com'])
  })

  test('leaves the invitation in the email valid', async () => {
    await start('invite')
    await enter('ada')
    await send()
    const email = await newestTo('ada')
    await server.visitor().call(waitlist.unsubscribe, { body: { token: unsubscribeToken(email) } })
    expect((await register('ada', linkIn(email).hash.split('=')[1])).status).toBe(201)
  })

  test('with a made-up token is refused', async () => {
    await start('invite')
    await enter('ada')
    await send()
    for (const token of ['', 'made-up', '\0', '__proto__'])
      expect(await refusal(server.visitor().call(waitlist.unsubscribe, { body: { token } }))).toEqual({
        status: 404,
        code: 'unsubscribe_link_not_valid',
        message: 'This link isn’t valid. Open it from the email again.',
      })
    expect(await onWaitlist()).toEqual(['ada@example.com'])
  })

  test('works with one POST of a mail program, to the address in the email’s header (RFC 8058)', async () => {
    await start('invite')
    await enter('ada', 'bob', 'cleo')
    await send()
    for (const [name, type, body] of [
      ['ada', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'bob',
        'multipart/form-data; boundary=b',
        '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      ],
    ] as const) {
      const { headers, html } = await newestTo(name)
      expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const address = /^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
      expect(address).toMatch(/\/unsubscribe\?token=[\w-]{43}$/)
      expect(html).toContain(address.replace('?', '#'))
      const response = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body })
      expect([response.status, await response.text()]).toEqual([200, 'You’re unsubscribed'])
    }
    expect(await onWaitlist()).toEqual(['cleo@example.com'])
    const unknown = await fetch(`${server.origin}/unsubscribe?token=x&token=y`, { method: 'POST' })
    expect(unknown.status).toBe(404)
  })
})

test(
  'the operator’s command prints the counts, and refuses what it doesn’t understand',
  { timeout: WAIT_TIMEOUT_MS },
  async () => {
    await start('invite')
    await enter('ada', 'bob')
    const admin = async (...words: string[]) => {
      const script = join(import.meta.dirname, '../../../tools/scripts/admin.ts')
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        SESSION_SECRET: server.deps.config.sessionSecret,
        SIGNUP_MODE: 'invite',
      }
      const run = promisify(execFile)(process.execPath, ['--no-warnings', script, ...words], { env })
      return await run.then(
        ({ stdout }) => stdout.trim(),
        (error: { stderr: string }) => error.stderr.trim(),
      )
    }
    const first = await admin('waitlist', '--invite', '--limit', '1', '--json')
    expect(JSON.parse(first)).toEqual({ sent: 1, removed: 0, registered: 0, waiting: 1 })
    expect(await admin('waitlist', '--invite')).toBe(
      'emails queued: 1, still waiting: 0, have an account: 0, got the email before: 0',
    )
    const misuses = [
      ['--limit', '1'],
      ['--invite', '--limit', '0'],
      ['--invite', '--limit', 'all'],
      ['--invte'],
    ]
    for (const words of misuses)
      expect(await admin('waitlist', ...words)).toContain('waitlist --invite [--limit <n>] [--json]')
    expect([(await sentTo('ada')).length, (await sentTo('bob')).length]).toEqual([1, 1])
  },
)
