// Signing in from given addresses and devices, for the tests of its limits.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailFolder } from '#server/adapters/mail.ts'
import type { TestServer } from '#test/server.ts'

/** Settings under which `from` gives the address of a request. */
export const LIMITED = { RATE_LIMITS: 'on', TRUST_PROXY: 'on' }

export type Answer = {
  status: number
  text: string
  headers: Headers
  retryAfter: number
  /** The cookies that were set, as `name=value`. */
  session: string
  device: string
}

let address = 0
/** An address that nobody else uses. */
export const newAddress = (): string => `10.${(address += 1) >> 16}.${(address >> 8) & 255}.${address & 255}`

/** Posts like a browser with this cookie behind a load balancer. */
export async function post(
  server: TestServer,
  path: string,
  body: unknown,
  { from = newAddress(), cookie = '' } = {},
): Promise<Answer> {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
    body: JSON.stringify(body),
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const named = (name: string) => cookies.find((one) => one.startsWith(`${name}=`)) ?? ''
  return {
    status: response.status,
    text: await response.text(),
    headers: response.headers,
    retryAfter: Number(response.headers.get('retry-after')),
    session: named('signalpost_session'),
    device: named('signalpost_device'),
  }
}

export const signIn = (
  server: TestServer,
  username: string,
  password = 'signalpost',
  options: { from?: string; cookie?: string } = {},
): Promise<Answer> => post(server, '/api/login', { username, password }, options)

/** Tries this many wrong passwords, each from its own address; returns the statuses. */
export async function wrongTimes(server: TestServer, username: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await signIn(server, username, 'wrong')).status)
  return statuses
}

/** The texts of the emails to this address, once all jobs are done. */
export async function emailsTo(server: TestServer, to: string): Promise<string[]> {
  await server.jobsDone()
  const folder = mailFolder(server.deps.config.dataDir)
  const names = await readdir(folder).catch(() => [])
  const emails = await Promise.all(
    names.map(
      async (name) =>
        JSON.parse(await readFile(join(folder, name), 'utf8')) as { text: string; to: { address: string }[] },
    ),
  )
  return emails.filter((email) => email.to.some((one) => one.address === to)).map(({ text }) => text)
}
