// A wrong address or password for the database or the mail server gives the operator one sentence, never a stack.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { endAll, startProduct } from '#tools/drills/product.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { CONSENT } from '#test/browser.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(async () => {
  endAll()
  await database.drop()
})

/** A server that gives every client the same answer. */
async function listen(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** PostgreSQL's ErrorResponse to the first message of a client. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

const outputOf = async (url: string): Promise<string> => {
  const error = await startProduct(url).then(
    () => new Error('It started'),
    (reason: unknown) => reason as Error,
  )
  return error.message.replace(/^The product ended with 1: /, '').trim()
}

describe('Startup fails with a one-sentence message if', () => {
  test.each([
    ['28P01', 'password authentication failed for user "app"', 'refuses the password of app'],
    ['28000', 'role "app" is not permitted to log in', 'refuses app: role "app" is not permitted to log in'],
  ])('the database answers %s: %s', async (code, message, sentence) => {
    const postgres = await listen((socket) => socket.on('data', () => socket.end(refusal(code, message))))
    const at = `127.0.0.1:${postgres.port}`
    expect(await outputOf(`postgresql://app:hidden@${at}/signalpost`)).toBe(
      `The database at ${at} (DATABASE_URL) ${sentence}`,
    )
    postgres.close()
  })

  test('the database doesn’t exist', async () => {
    const url = new URL(database.url)
    url.pathname = '/misspelled'
    expect(await outputOf(url.href)).toMatch(/^There is no database misspelled at \S.*\(DATABASE_URL\)$/)
  })

  test('the port is taken', async () => {
    const other = await listen((socket) => socket.end())
    const started = startProduct(database.url, { PORT: String(other.port) })
    await expect(started).rejects.toThrow(new RegExp(`: Port ${other.port} is in use\\n$`))
    other.close()
  })
})

describe('A queued email waits, and the log says why in one sentence, if the mail server', () => {
  const smtp = (replies: Record<string, string>) =>
    listen((socket) => {
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (data) => {
        const [verb = ''] = data.toString().split(/[\s\r]/)
        socket.write(`${replies[verb.toUpperCase()] ?? '250 fine'}\r\n`)
      })
    })

  test.each([
    [
      'refuses the password',
      { EHLO: '250-mail.example\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 bad credentials' },
      'refuses the user name or the password',
    ],
    [
      'accepts no emails at the moment',
      { EHLO: '250 mail.example', RCPT: '450 4.2.0 <ada@example.org> try later' },
      'doesn’t accept emails now: reply 450',
    ],
    ['isn’t there', null, 'can’t be used: connect ECONNREFUSED'],
  ])(
    '%s',
    async (_what, replies, sentence) => {
      const server = replies ? await smtp(replies) : { port: 1, close: () => {} }
      const user = replies && 'AUTH' in replies ? 'app:hidden@' : ''
      const product = await startProduct(database.url, {
        SMTP_URL: `smtp://${user}127.0.0.1:${server.port}`,
        LOG_LEVEL: 'warn',
      })
      await product.ask('/api/waitlist', undefined, { email: 'ada@example.org' })
      await product.ask('/api/register', undefined, {
        ...CONSENT,
        username: `ada_${server.port}`,
        email: `ada${server.port}@example.org`,
        password: 'quiet harbor lantern',
      })
      const found = () =>
        product
          .said()
          .split('\n')
          .find((line) => line.includes('"job_failed"'))
      await vi.waitUntil(found, { timeout: WAIT_TIMEOUT_MS })
      const line = JSON.parse(found() ?? '') as { task: string; err: Record<string, unknown> }
      expect([line.task, line.err['type']]).toEqual(['send_email', 'OperatorError'])
      expect(line.err['message']).toMatch(`The mail server 127.0.0.1:${server.port} (SMTP_URL) ${sentence}`)
      expect(Object.keys(line.err)).not.toContain('stack')
      expect(product.said()).not.toMatch(/hidden|example\.org/)
      server.close()
      await product.end('SIGKILL')
    },
    20_000,
  )
})
