// A mail server that falls silent is given up on, with one and the same error every time.
import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { MAIL_TIMEOUTS, openMail } from '#server/adapters/mail.ts'

let silent: Server
/** What it says to whoever connects, before it falls silent. */
let greeting: string
beforeEach(async () => {
  greeting = ''
  silent = createServer((socket) => socket.on('error', () => {}).write(greeting))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => silent.close())

/** Sends an email with the given patience in place of the usual seconds. */
function send(patience: Partial<typeof MAIL_TIMEOUTS>): Promise<void> {
  const { port } = silent.address() as AddressInfo
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'signalpost@example.com', dataDir: '' }
  const mail = openMail(config, systemClock, { ...MAIL_TIMEOUTS, ...patience })
  return mail.send({ to: 'ben@example.com', subject: 'x', text: 'x' })
}

test('a mail server that does not greet is given up on', async () => {
  await expect(send({ greetingTimeout: 50 })).rejects.toThrow('Greeting never received')
})

test('a mail server that falls silent after its greeting is given up on', async () => {
  greeting = '220 mail.example.com ESMTP\r\n'
  await expect(send({ socketTimeout: 50 })).rejects.toThrow(/^Timeout$/)
})

test('a missing greeting is always noticed before the silence', () => {
  const { connectionTimeout, greetingTimeout, socketTimeout } = MAIL_TIMEOUTS
  expect(Math.max(connectionTimeout, greetingTimeout)).toBeLessThan(socketTimeout)
})
