// Sending queued emails: in the change's transaction, once, again after a failure, and never again to a refused address.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMail } from '#server/adapters/mail.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { sendEmail } from '#server/emails/send-email.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { emails } from '#test/emails.ts'
import { runScheduled } from '#test/features/billing/billing-steps.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

const DAY_MS = 86_400_000

const clock = settableClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock })))
afterAll(() => server.stop())

/** An SMTP server that replies to RCPT TO and to the message as the test says. */
let smtp: Server
let replyToRecipient: string
let replyToMessage: string
let recipients: string[]
beforeEach(async () => {
  ;[replyToRecipient, replyToMessage, recipients] = ['250 OK', '250 OK', []]
  smtp = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let isMessage = false
    socket.on('error', () => {})
    say('220 mail.example.com ESMTP')
    createInterface({ input: socket }).on('line', (line) => {
      if (isMessage) {
        if (line !== '.') return
        isMessage = false
        say(replyToMessage)
      } else if (/^RCPT TO/i.test(line)) {
        recipients.push(/<(.*)>/.exec(line)?.[1] ?? '')
        say(replyToRecipient)
      } else if (/^DATA/i.test(line)) {
        isMessage = true
        say('354 Go on')
      } else say('250 OK')
    })
  })
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => void smtp.close())

/** Stores an email without its job, so that the test runs the job itself. */
async function stored(to: string, expiresAt: Date | null = null): Promise<string> {
  const id = clock.newId()
  const data = JSON.stringify({ username: 'ben', at: clock.now().toISOString() })
  await server.deps.db
    .insertInto('emails')
    .values({ id, recipient: to, template: 'passwordChanged', data, createdAt: clock.now(), expiresAt })
    .execute()
  return id
}
const send = (id: string, beforeSending: Parameters<typeof sendEmail>[0]['beforeSending'] = {}) => {
  const { port } = smtp.address() as AddressInfo
  const config = { ...server.deps.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const mail = openMail(config, clock)
  return sendEmail({ ...server.deps, mail, publicUrl: server.origin, beforeSending }, id)
}

const ofBen = { name: 'passwordChanged', data: { username: 'ben', at: '2026-03-01T12:00:00.000Z' } } as const

test('an email is sent if the change is saved, and not if it is rolled back', async () => {
  const { db } = server.deps
  await db.transaction().execute((trx) => queueEmail(trx, clock, { ...ofBen, to: 'saved@example.com' }))
  const rolledBack = db.transaction().execute(async (trx) => {
    await queueEmail(trx, clock, { ...ofBen, to: 'undone@example.com' })
    throw new Error('the change failed')
  })
  await expect(rolledBack).rejects.toThrow('the change failed')
  await server.jobsDone()
  expect((await emails(server.deps)).map(({ to }) => to)).toEqual(['saved@example.com'])
})

test('an email that is queued twice with one id is sent once', async () => {
  const email = { ...ofBen, to: 'twice@example.com', id: clock.newId() }
  for (const _time of [1, 2]) await queueEmail(server.deps.db, clock, email)
  await server.jobsDone()
  expect(await emails(server.deps, 'twice@example.com')).toHaveLength(1)
})

test('only emails that a person waits for are announced to the workers', async () => {
  const client = await server.deps.pool.connect()
  const announced: string[] = []
  client.on('notification', ({ payload = '' }) => void announced.push(payload))
  await client.query('listen "jobs:insert"')
  const to = 'waits@example.com'
  await queueEmail(server.deps.db, clock, { ...ofBen, to })
  await client.query('select 1')
  expect(announced).toEqual([])
  const data = { username: 'ben', tokenId: clock.newId() }
  await queueEmail(server.deps.db, clock, { name: 'verifyEmail', to, data })
  await client.query('select 1')
  expect(announced).toHaveLength(1)
  await client.query('unlisten *')
  client.release()
  await server.jobsDone()
  expect(await emails(server.deps, to)).toHaveLength(2)
})

test('the code for a kind of email can change or delete it right before it is sent', async () => {
  const change = async (id: string) =>
    void (await server.deps.db
      .updateTable('emails')
      .set({ recipient: 'new@example.com' })
      .where('id', '=', id)
      .execute())
  const id = await stored('old@example.com')
  await send(id, { passwordChanged: change, alertDigest: () => Promise.reject(new Error('not this one')) })
  expect(recipients).toEqual(['new@example.com'])
  const gone = async (one: string) =>
    void (await server.deps.db.deleteFrom('emails').where('id', '=', one).execute())
  await send(await stored('gone@example.com'), { passwordChanged: gone })
  expect(recipients).toHaveLength(1)
})

test('an email is sent once, even if the job runs again or in parallel', async () => {
  const id = await stored('once@example.com')
  await Promise.all([1, 2, 3].map(() => send(id)))
  await send(id)
  expect(recipients).toEqual(['once@example.com'])
})

test('a retry sends an email that the mail server couldn’t take before', async () => {
  const id = await stored('later@example.com')
  replyToRecipient = '450 4.2.1 Try again later'
  await expect(send(id)).rejects.toThrow('450')
  replyToRecipient = '250 OK'
  replyToMessage = '451 4.3.0 Try again later'
  await expect(send(id)).rejects.toThrow('451')
  replyToMessage = '250 OK'
  await send(id)
  await send(id)
  expect(recipients).toHaveLength(3)
})

test('the queue runs a failed job again, later each time, until the mail server takes the email', async () => {
  const { port } = smtp.address() as AddressInfo
  const running = await startServer({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { db, pool } = running.deps
  replyToRecipient = '450 4.2.1 Try again later'
  await queueEmail(db, clock, { ...ofBen, to: 'retried@example.com' })
  const delays = new Map<number, number>()
  const failures = async () => {
    const { rows } = await pool.query<{ attempts: number; left: number; delayS: number }>(
      `select attempts, max_attempts - attempts as left, extract(epoch from run_at - updated_at)::float as "delayS"
         from graphile_worker.jobs where task_identifier = 'send_email' and locked_at is null and attempts > 0`,
    )
    for (const { attempts, left, delayS } of rows) {
      expect(left).toBe(25 - attempts)
      delays.set(attempts, delayS)
    }
    await runScheduled(running, 'send_email')
    return delays.size
  }
  await expect.poll(failures).toBeGreaterThanOrEqual(3)
  for (const [attempts, delayS] of delays) expect(delayS).toBeGreaterThan(Math.exp(attempts) - 0.5)
  const refused = recipients.length
  replyToRecipient = '250 OK'
  await runScheduled(running, 'send_email')
  expect(recipients).toHaveLength(refused + 1)
  const rows = await db.selectFrom('emails').select('sentAt').execute()
  expect(rows).toEqual([{ sentAt: expect.any(Date) }])
  await running.stop()
})

test('an email that has expired isn’t sent', async () => {
  await send(await stored('late@example.com', clock.now()))
  expect(recipients).toEqual([])
})

test('emails are deleted after 30 days', async () => {
  const old = await stored('old@example.com')
  clock.pass(29 * DAY_MS)
  const recent = await stored('recent@example.com')
  const left = async () => {
    await sweep(server.deps)
    const rows = await server.deps.db
      .selectFrom('emails')
      .select('id')
      .where('id', 'in', [old, recent])
      .execute()
    return rows.map(({ id }) => id)
  }
  expect(await left()).toHaveLength(2)
  clock.pass(2 * DAY_MS)
  expect(await left()).toEqual([recent])
})

describe('After a hard bounce', () => {
  test.each(['550 5.1.1 No such user', '553 5.1.3 Bad address syntax', '550 Mailbox unavailable'])(
    '%s, the address gets no more emails, in any letter case',
    async (reply) => {
      const address = `Gone_${clock.newId()}@example.com`
      replyToRecipient = reply
      await send(await stored(address))
      expect(recipients).toEqual([address])
      replyToRecipient = '250 OK'
      for (const again of [address, address.toLowerCase()]) await send(await stored(again))
      expect(recipients).toEqual([address])
      await send(await stored('somebody.else@example.com'))
      expect(recipients).toHaveLength(2)
    },
  )

  test.each([
    ['550 5.7.1 Your server is on a blocklist', ''],
    ['552 5.2.2 Mailbox full', ''],
    ['450 4.2.1 Try again later', ''],
    ['250 OK', '554 5.6.0 Message refused'],
  ])('it isn’t one: %s %s', async (recipientReply, messageReply) => {
    const address = `alive_${clock.newId()}@example.com`
    replyToRecipient = recipientReply
    if (messageReply !== '') replyToMessage = messageReply
    await expect(send(await stored(address))).rejects.toThrow(/45\d|55\d/)
    ;[replyToRecipient, replyToMessage] = ['250 OK', '250 OK']
    await send(await stored(address))
    expect(recipients).toEqual([address, address])
  })
})
