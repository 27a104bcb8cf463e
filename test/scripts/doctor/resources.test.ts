// The doctor's checks of storage, disk, mail, brokers and market data, against real servers.
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenBrokerSandbox } from '#tools/sandbox/broker/listen.ts'
import { listenMarket } from '#tools/sandbox/market/listen.ts'
import { openPlaidSandbox } from '#tools/sandbox/plaid/open.ts'
import { scratchRoot } from '#test/scratch.ts'
import { startS3Server } from '#test/s3-server.ts'
import { stampReply, startAuthority } from '#test/time-stamp-authority.ts'
import { brokers, disk, mail, market, stamps, storage } from '../../../tools/scripts/doctor/resources.ts'
import { KEY, linesOf } from './lines-of.ts'

let DATA_DIR: string
const closers: (() => unknown)[] = []
beforeAll(async () => void (DATA_DIR = await mkdtemp(join(await scratchRoot(), 'signalpost-doctor-'))))
afterAll(async () => {
  for (const close of closers) await close()
  await rm(DATA_DIR, { recursive: true, force: true })
})
const listen = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

test('the doctor writes to the disk, reads it back, and leaves nothing behind', async () => {
  expect(await linesOf(storage, { DATA_DIR })).toEqual([
    'ok: An object was written to the disk, read and deleted.',
  ])
  expect(await readdir(join(DATA_DIR, 'objects', 'incoming'))).toEqual([])
  expect(await linesOf(disk, { DATA_DIR })).toEqual([
    expect.stringMatching(/: \d+\.\d GiB are free in DATA_DIR\.$/),
  ])
})

test('the doctor reports a disk that can’t be written, and a data directory that doesn’t exist', async () => {
  const blocked = join(DATA_DIR, 'blocked')
  await writeFile(blocked, 'a file where the directory should be')
  const [line] = await linesOf(storage, { DATA_DIR: blocked })
  expect(line).toMatch(/^fault: Writing to the disk failed: .*ENOTDIR/)
  const absent = ['ok: DATA_DIR doesn’t exist yet; the first start creates it.']
  expect(await linesOf(storage, { DATA_DIR: join(DATA_DIR, 'absent') })).toEqual(absent)
  expect(await linesOf(disk, { DATA_DIR: join(DATA_DIR, 'absent') })).toEqual(absent)
  expect(await readdir(DATA_DIR)).not.toContain('absent')
})

// Linux's file system of processes is always full.
test.skipIf(process.platform !== 'linux')('the doctor reports a full disk', async () => {
  expect(await linesOf(disk, { DATA_DIR: '/proc' })).toEqual(['fault: 0.0 GiB are free in DATA_DIR.'])
})

test('the doctor checks a bucket with right keys, with wrong keys, and at an address without a server', async (context) => {
  const s3 = await startS3Server()
  if (typeof s3 === 'string') return context.skip(s3)
  closers.push(() => s3.stop())
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings
  const right = {
    DATA_DIR,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const { host } = new URL(endpoint)
  expect(await linesOf(storage, right)).toEqual([
    `ok: An object was written to the bucket ${bucket} at ${host}, read and deleted.`,
  ])
  const [wrong] = await linesOf(storage, { ...right, S3_SECRET_ACCESS_KEY: 'wrong-and-secret' })
  expect(wrong).toMatch(/^fault: Writing to the bucket pictures at \S+ failed: /)
  expect(wrong).not.toContain('wrong-and-secret')
  const [nowhere] = await linesOf(storage, { ...right, S3_ENDPOINT: 'http://127.0.0.1:1' })
  expect(nowhere).toMatch(/^fault: Writing to the bucket pictures at 127\.0\.0\.1:1 failed: .*ECONNREFUSED/)
})

/** A mail server that takes one password. Returns its port and what clients say. */
async function startMailServer() {
  const said: string[] = []
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => {})
    say('220 mail.example.com ESMTP')
    createInterface({ input: socket }).on('line', (line) => {
      said.push(line.split(' ')[0] ?? '')
      const isRight = line === `AUTH PLAIN ${Buffer.from('\0app\0right').toString('base64')}`
      if (line.startsWith('EHLO')) say('250-mail.example.com\r\n250 AUTH PLAIN')
      else if (line.startsWith('AUTH')) say(isRight ? '235 OK' : '535 5.7.8 Wrong')
      else say('221 Bye')
    })
  })
  return { port: await listen(server), said }
}

test('the doctor checks a mail server with the right and a wrong password, an unreachable one, and none', async () => {
  const { port, said } = await startMailServer()
  expect(await linesOf(mail, { DATA_DIR, SMTP_URL: `smtp://app:right@127.0.0.1:${port}` })).toEqual([
    'ok: The mail server 127.0.0.1 greets and accepts the password.',
  ])
  expect(said).not.toContain('MAIL')
  const wrong = await linesOf(mail, { DATA_DIR, SMTP_URL: `smtp://app:hidden@127.0.0.1:${port}` })
  expect(wrong).toEqual([
    `fault: The mail server 127.0.0.1:${port} (SMTP_URL) refuses the user name or the password.`,
  ])
  const [closed] = await linesOf(mail, { DATA_DIR, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(closed).toMatch(/^fault: The mail server 127\.0\.0\.1:1 \(SMTP_URL\) can’t be used: .*ECONNREFUSED/)
  expect(await linesOf(mail, { DATA_DIR })).toEqual([
    'ok: Emails are stored, not sent; /sandbox/mail shows them.',
  ])
})

test('a server that accepts connections but says nothing delays the doctor only for a limited time', async () => {
  const port = await listen(createServer((socket) => void socket.on('error', () => {})))
  const found = await linesOf(mail, { DATA_DIR, SMTP_URL: `smtp://127.0.0.1:${port}` }, { limitMs: 300 })
  expect(found).toEqual(['fault: The check took longer than 0.3 s.'])
})

test('the doctor checks right and wrong keys of brokers', async () => {
  const plaid = await openPlaidSandbox({
    keys: { clientId: 'right', secret: 'right' },
    now: () => new Date(),
  })
  const snaptrade = await listenBrokerSandbox({
    file: ':memory:',
    webhook: null,
    clientId: 'right',
    consumerKey: 'right',
  })
  closers.push(
    () => plaid.close(),
    () => snaptrade.close(),
  )
  const substitutes = { plaidUrl: plaid.url, snaptradeUrl: snaptrade.apiUrl }
  const keys = (key: string) => ({
    DATA_DIR,
    ENCRYPTION_KEY: KEY,
    SNAPTRADE_CLIENT_ID: 'right',
    SNAPTRADE_CONSUMER_KEY: key,
    PLAID_CLIENT_ID: 'right',
    PLAID_SECRET: key,
  })
  expect(await linesOf(brokers, keys('right'), { substitutes })).toEqual([
    'ok: SnapTrade accepts the keys.',
    'ok: Plaid accepts the keys.',
  ])
  const wrong = await linesOf(brokers, keys('hidden'), { substitutes })
  expect(wrong).toEqual([
    expect.stringMatching(/^fault: SnapTrade can’t be used: SnapTrade answered 401/),
    expect.stringMatching(/^fault: Plaid can’t be used: /),
  ])
  expect(wrong.join()).not.toContain('hidden')
  expect(await linesOf(brokers, { DATA_DIR })).toEqual([
    'ok: The sample broker is used; its figures say “Sample data”.',
  ])
})

test('the doctor checks right and wrong keys of market data', async () => {
  const standIn = await listenMarket()
  closers.push(() => standIn.close())
  const substitutes = { massiveUrl: standIn.url, alpacaUrl: standIn.url }
  const keys = (key: string) => ({
    DATA_DIR,
    MASSIVE_API_KEY: key,
    ALPACA_KEY_ID: key,
    ALPACA_SECRET_KEY: key,
  })
  expect(await linesOf(market, keys('good'), { substitutes })).toEqual([
    'ok: Massive accepts the keys.',
    'ok: Alpaca accepts the keys.',
  ])
  expect(await linesOf(market, keys('hidden'), { substitutes })).toEqual([
    'fault: Massive can’t be used: Massive failed: status 401.',
    expect.stringMatching(/^fault: Alpaca can’t be used: Alpaca failed: /),
  ])
  expect(await linesOf(market, { DATA_DIR })).toEqual([
    'ok: Prices are simulated; figures say “Sample data”.',
  ])
})

test('the doctor checks a correct time-stamping authority, one with a wrong clock, one with a wrong stamp, and none', async () => {
  const authority = await startAuthority()
  closers.push(() => authority.close())
  const right = { DATA_DIR, TSA_URL: authority.url }
  expect(await linesOf(stamps, right)).toEqual([
    'ok: The time-stamping authority stamps.',
    expect.stringMatching(/^ok: This machine’s clock and the authority’s differ by/),
  ])
  authority.answer = (query, response) => response.end(stampReply(query, new Date(Date.now() - 120_000)))
  expect((await linesOf(stamps, right))[1]).toMatch(
    /^fault: This machine’s clock and the authority’s differ by 1\d\d/,
  )
  authority.answer = (query, response) => response.end(stampReply(query, new Date(), 'imprint'))
  expect(await linesOf(stamps, right)).toEqual([
    expect.stringMatching(/^fault: The time-stamping authority stamped something else\.$/),
  ])
  expect(await linesOf(stamps, { DATA_DIR })).toEqual([
    'ok: Without TSA_URL, the log of signals isn’t stamped outside.',
  ])
})
