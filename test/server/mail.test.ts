// A mail server that stops responding causes the same error every time.
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { MAIL_TIMEOUTS, openMail } from '#server/adapters/mail.ts'

let silent: Server
/** What the server sends on connect, before it stops responding. */
let greeting: string
beforeEach(async () => {
  greeting = ''
  silent = createServer((socket) => socket.on('error', () => {}).write(greeting))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => silent.close())

/** Sends an email with the given timeouts instead of the default ones. */
function send(patience: Partial<typeof MAIL_TIMEOUTS>, smtpNeedsTls = false): Promise<void> {
  const { port } = silent.address() as AddressInfo
  const config = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    smtpNeedsTls,
    mailFrom: 'signalpost@example.com',
    dataDir: '',
  }
  const mail = openMail(config, systemClock, { ...MAIL_TIMEOUTS, ...patience })
  return mail.send({ id: 'x', to: 'ben@example.com', subject: 'x', text: 'x', html: 'x' })
}

test('sending times out if the mail server sends no greeting', async () => {
  await expect(send({ greetingTimeout: 50 })).rejects.toThrow('Greeting never received')
})

test('sending times out if the mail server stops responding after its greeting', async () => {
  greeting = '220 mail.example.com ESMTP\r\n'
  await expect(send({ socketTimeout: 50 })).rejects.toThrow(/: Timeout$/)
})

test('an email that needs TLS isn’t sent to a mail server without it', async () => {
  const said: string[] = []
  silent.on('connection', (socket: Socket) => {
    socket.write('220 mail.example.com ESMTP\r\n')
    socket.on('data', (data: Buffer) => {
      said.push(data.toString())
      socket.write(data.toString().startsWith('STARTTLS') ? '502 no\r\n' : '250 mail.example.com\r\n')
    })
  })
  await expect(send({}, true)).rejects.toThrow('can’t be used')
  expect(said.join('')).toMatch(/^EHLO .*\r\nSTARTTLS\r\n/)
  expect(said.join('')).not.toMatch(/AUTH|MAIL FROM|RCPT/)
})

test('the greeting’s timeout is shorter than the socket’s', () => {
  const { connectionTimeout, greetingTimeout, socketTimeout } = MAIL_TIMEOUTS
  expect(Math.max(connectionTimeout, greetingTimeout)).toBeLessThan(socketTimeout)
})
