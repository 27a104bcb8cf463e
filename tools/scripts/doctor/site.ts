// The public site: its name, its certificate, its responses, and the proxy in front of it.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request } from 'node:https'
import { request as requestPlain } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { clockOf } from './database.ts'
import { type Check, fault, type Found, ok, type DoctorContext, reasonOf, warning } from './finding.ts'

const ANSWER_MS = 5000
const DAY_MS = 86_400_000
/** Let's Encrypt renews 30 days ahead, so fewer days mean that the renewal fails. */
const CERTIFICATE_DAYS = 21

/** Whether a server with these settings answers on this machine. */
export const server: Check = {
  name: 'server',
  async run({ config: { host, port } }) {
    const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
    const at = `http://${name}:${port}`
    const answer = await get(new URL('/api/ready', at)).catch(() => null)
    if (answer === null) return [ok(`No server is running at ${at}.`)]
    if (answer.statusCode === 200) return [ok(`The server at ${at} is ready.`)]
    return [
      fault(
        `What answers at ${at} isn’t a server that is ready.`,
        'Read the server’s log, or choose another PORT.',
      ),
    ]
  },
}

export const site: Check = {
  name: 'site',
  async run(patient) {
    const { config } = patient
    const proxy = proxyOf(config)
    if (config.publicUrl === undefined)
      return [ok('Without PUBLIC_URL, the site is only on this machine.'), ...proxy]
    const url = new URL('/api/health', config.publicUrl)
    const address = await lookup(url.hostname.replaceAll(/[[\]]/g, '')).catch(() => null)
    if (address === null)
      return [
        fault(`The name ${url.hostname} has no address.`, 'Correct PUBLIC_URL, or add the name to your DNS.'),
        ...proxy,
      ]
    const found = [ok(`The name ${url.hostname} has the address ${address.address}.`)]
    try {
      const answer = await get(url, patient.substitutes.ca)
      return [...found, ...answerOf(patient, url, answer), ...proxy]
    } catch (error) {
      return [...found, unreached(url, error), ...proxy]
    }
  },
}

/** Resolves with the response, whose body is discarded. */
async function get(url: URL, ca?: string): Promise<IncomingMessage> {
  const options = { timeout: ANSWER_MS, agent: false as const, signal: AbortSignal.timeout(ANSWER_MS) }
  const sent =
    url.protocol === 'https:' ? request(url, { ...options, ...(ca && { ca }) }) : requestPlain(url, options)
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}

function unreached({ origin }: URL, error: unknown): Found {
  const { code = '' } = error as { code?: string }
  if (/CERT|SIGNATURE|ALTNAME/.test(code))
    return fault(
      `The certificate of ${origin} is not valid: ${reasonOf(error)}.`,
      'Renew it at the load balancer.',
    )
  return fault(
    `${origin} doesn’t answer: ${reasonOf(error)}.`,
    'Start the server, and check the load balancer.',
  )
}

function answerOf({ config, clock }: DoctorContext, url: URL, answer: IncomingMessage): Found[] {
  if (answer.statusCode !== 200)
    return [
      fault(
        `${url.href} answers ${answer.statusCode}.`,
        'Let the load balancer pass all requests on to the server.',
      ),
    ]
  const found = [ok(`${url.origin} answers.`)]
  const date = Date.parse(answer.headers.date ?? '')
  // The header is in whole seconds.
  if (!Number.isNaN(date))
    found.push(clockOf(Math.max(0, Math.abs(clock.now().getTime() - date) - 1000), 'the site’s'))
  if (url.protocol === 'https:') return [...found, ...securityOf(answer, clock.now())]
  return config.mode === 'production'
    ? [
        ...found,
        warning('PUBLIC_URL isn’t https, so cookies are sent unencrypted.', 'Serve the site over https.'),
      ]
    : found
}

function securityOf(answer: IncomingMessage, now: Date): Found[] {
  const certificate = (answer.socket as TLSSocket).getPeerCertificate()
  const days = Math.floor((Date.parse(certificate.valid_to) - now.getTime()) / DAY_MS)
  const says = `The certificate is valid for ${days} more days.`
  return [
    days > CERTIFICATE_DAYS
      ? ok(says)
      : warning(says, 'Renew it; a renewal that should be automatic has failed.'),
    answer.headers['strict-transport-security'] === undefined
      ? warning(
          'The answer has no Strict-Transport-Security, which the server sends.',
          'Let the proxy keep the server’s headers, and set the same PUBLIC_URL for the server.',
        )
      : ok('The answer asks browsers to use https only, and cookies are sent over https only.'),
  ]
}

/** The server itself only speaks HTTP, so behind an https URL there is always a proxy. */
function proxyOf({ publicUrl, trustProxy }: DoctorContext['config']): Found[] {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  if (isHttps && !trustProxy)
    return [
      warning(
        'TRUST_PROXY is off, so all people share the proxy’s address in rate limits.',
        'Set TRUST_PROXY=on if the proxy sets X-Forwarded-For.',
      ),
    ]
  if (trustProxy && !isHttps)
    return [
      warning(
        'TRUST_PROXY is on, and PUBLIC_URL names no proxy: clients could choose their own address.',
        'Set TRUST_PROXY=off unless a proxy sets X-Forwarded-For.',
      ),
    ]
  return [ok(trustProxy ? 'Clients’ addresses are taken from the proxy.' : 'No proxy is expected.')]
}
