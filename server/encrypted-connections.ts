// Which connections to other services must be encrypted in production: all that leave the machine, unless the operator
// names the host.
import { readWitnesses } from './witness-settings.ts'

/** The settings with addresses of services. */
type Given = { NODE_ENV: string } & {
  [
    name in
      | 'DATABASE_URL'
      | 'DATABASE_OWNER_URL'
      | 'S3_ENDPOINT'
      | 'OTEL_EXPORTER_OTLP_ENDPOINT'
      | 'TSA_URL'
      | 'WITNESSES'
      | 'SMTP_URL'
      | 'UNENCRYPTED_HOSTS'
  ]?: string | undefined
}

/** Nothing leaves the machine. */
const isLocal = (host: string) =>
  /^(|localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host) || host.startsWith('/')

/** The hosts of UNENCRYPTED_HOSTS; null if a word isn't a host. */
export function readHosts(text: string): string[] | null {
  const hosts = text.trim().split(/\s+/)
  return hosts.every((host) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
    ? hosts.map((host) => host.toLowerCase())
    : null
}

/** Whether the connection to `host` may be unencrypted. */
function mayBePlain(host: string, { NODE_ENV, UNENCRYPTED_HOSTS }: Given): boolean {
  const named = UNENCRYPTED_HOSTS === undefined ? [] : (readHosts(UNENCRYPTED_HOSTS) ?? [])
  return NODE_ENV !== 'production' || isLocal(host) || named.includes(host.toLowerCase())
}

/** Whether a mail server at `smtp://` must offer TLS. At `smtps://` the connection begins with it. */
export const smtpNeedsTls = (settings: Given): boolean =>
  settings.SMTP_URL !== undefined && !mayBePlain(new URL(settings.SMTP_URL).hostname, settings)

/** The errors that prevent a start, one line for each address whose connection wouldn't be encrypted. */
export function unencryptedErrors(settings: Given): string[] {
  const { DATABASE_URL, DATABASE_OWNER_URL, S3_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT, TSA_URL } = settings
  const databases = Object.entries({ DATABASE_URL, DATABASE_OWNER_URL }).map(([name, url]) => ({
    name,
    host: url === undefined ? null : plainDatabaseHost(url),
    change: 'end with ?sslmode=verify-full',
  }))
  const pages = Object.entries({ S3_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT, TSA_URL })
  const witnesses = (readWitnesses(settings.WITNESSES ?? '') ?? []).map(({ url }): [string, string] => [
    'WITNESSES',
    url,
  ])
  const others = [...pages, ...witnesses].map(([name, url]) => ({
    name,
    host: url?.startsWith('http:') ? new URL(url).hostname : null,
    change: 'begin with https://',
  }))
  return [...databases, ...others].flatMap(({ name, host, change }) =>
    host === null || mayBePlain(host, settings)
      ? []
      : [`${name} must ${change} when NODE_ENV is production, or UNENCRYPTED_HOSTS must name ${host}`],
  )
}

/**
 * The host of a database, null if the driver verifies its certificate. Other modes of the driver accept any certificate,
 * or will with its next version.
 */
function plainDatabaseHost(url: string): string | null {
  const { hostname, searchParams } = new URL(url)
  return searchParams.get('sslmode') === 'verify-full'
    ? null
    : (searchParams.get('host') ?? decodeURIComponent(hostname))
}
