// The database: reachable, recent, migrated, with enough connections, the right roles and an accurate clock.
import pg from 'pg'
import { RUNNERS } from '#server/jobs/worker.ts'
import { compareMigrations, type DatabaseUrls } from '#server/db/migrate.ts'
import { checkBackups, checkKeys, checkLogKey, checkWitnesses } from './stored.ts'
import { type Check, fault, type Found, ok, type DoctorContext, reasonOf, warning } from './finding.ts'

const ANSWER_MS = 5000
/** The most connections that one copy of the server opens (docs/operating.md). */
const CONNECTIONS_PER_COPY = 33
/** The time limit for a job's query (server/db/open.ts). */
const STATEMENT_MS = 15_000
const CLOCK_MS = { warning: 2000, fault: 60_000 }

type Facts = {
  version: number
  encoding: string
  timezone: string
  connections: number
  statementMs: number
  /** The number of worker pools that are running jobs, on all copies of the server. */
  pools: number
  now: Date
}

export const database: Check = {
  name: 'database',
  async run(patient) {
    const { urls } = patient
    if (!urls)
      return [
        warning(
          'The embedded database isn’t running, so it was not checked.',
          'Start the product (npm start), and repeat.',
        ),
      ]
    let client: pg.Client
    try {
      client = await connect(urls.url)
    } catch (error) {
      const { host, username } = new URL(urls.url)
      return [
        fault(
          `The database at ${host || 'the socket'} can’t be reached as ${username}: ${reasonOf(error)}.`,
          'Correct DATABASE_URL, or start the database.',
        ),
      ]
    }
    try {
      // Also keeps this check from changing anything.
      await client.query('set session characteristics as transaction read only')
      const migrations = await checkMigrations(client)
      const found = [...(await checkServer(client, patient)), ...migrations]
      if (migrations.some(({ state }) => state === 'fault')) return found
      return [
        ...found,
        ...(await checkRoles(client, patient, urls)),
        ...(await checkKeys(client, patient)),
        ...(await checkLogKey(client, patient)),
        ...(await checkWitnesses(client, patient)),
        ...(await checkBackups(client, patient)),
      ]
    } finally {
      await client.end()
    }
  },
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'signalpost doctor',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function checkServer(client: pg.Client, { clock }: DoctorContext): Promise<Found[]> {
  const { rows: queue } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.worker_pools') is not null as exists`,
  )
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_encoding') as encoding,
            current_setting('TimeZone') as timezone,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
            (select setting::int from pg_settings where name = 'statement_timeout') as "statementMs",
            ${queue[0]?.exists ? `(select count(*)::int from worker_pools where seen_at > now() - interval '20 s')` : '0'} as pools,
            clock_timestamp() as now`,
  )
  const facts = rows[0] as Facts
  const skewMs = Math.abs(facts.now.getTime() - clock.now().getTime())
  return [
    facts.version >= 15
      ? ok(`PostgreSQL ${facts.version} answers.`)
      : fault(`PostgreSQL ${facts.version} is too old.`, 'Use PostgreSQL 15 or newer.'),
    ...encodingOf(facts),
    ...connectionsOf(facts),
    ...(facts.statementMs > 0 && facts.statementMs < STATEMENT_MS
      ? [
          warning(
            `statement_timeout is ${facts.statementMs} ms, and jobs may take ${STATEMENT_MS} ms for a statement.`,
            'Remove it from this role, or raise it.',
          ),
        ]
      : []),
    clockOf(skewMs, 'the database’s'),
  ]
}

function encodingOf({ encoding, timezone }: Facts): Found[] {
  return [
    encoding === 'UTF8'
      ? ok('The encoding is UTF8.')
      : fault(
          `The encoding is ${encoding}.`,
          'Create the database with the encoding UTF8, and restore it there.',
        ),
    /^(Etc\/)?(UTC|GMT|UCT)$/.test(timezone)
      ? ok('The time zone is UTC.')
      : warning(
          `The time zone is ${timezone}. Stored times are right, but dates in your own queries differ.`,
          `alter role … set timezone to 'UTC'`,
        ),
  ]
}

function connectionsOf({ connections, pools }: Facts): Found[] {
  const running = Math.max(1, Math.ceil(pools / RUNNERS.length))
  const needed = running * CONNECTIONS_PER_COPY
  const says = `${connections} connections are allowed, and ${running === 1 ? 'one copy' : `${running} copies`} of the server may open ${needed}`
  if (connections >= needed + CONNECTIONS_PER_COPY) return [ok(`${says}.`)]
  const remedy = `Raise max_connections to ${needed + CONNECTIONS_PER_COPY + 10} or more.`
  return [
    connections >= needed
      ? warning(`${says}: too few for one more copy during an upgrade.`, remedy)
      : fault(`${says}.`, remedy),
  ]
}

/** Whether two clocks agree. `whose` names the other one. */
export function clockOf(skewMs: number, whose: string): Found {
  const says = `This machine’s clock and ${whose} differ by ${(skewMs / 1000).toFixed(1)} s.`
  const remedy = 'Turn on time synchronization (NTP) on both machines.'
  if (skewMs > CLOCK_MS.fault) return fault(says, remedy)
  return skewMs > CLOCK_MS.warning ? warning(says, remedy) : ok(says)
}

async function checkMigrations(client: pg.Client): Promise<Found[]> {
  const { missing, newer, breaking } = await compareMigrations(client)
  if (breaking.length > 0)
    return [
      fault(`A newer version changed the database: ${breaking.join(', ')}.`, 'Start the newer version.'),
    ]
  if (missing.length > 0)
    return [
      fault(
        `The database lacks ${missing.length === 1 ? missing[0] : `${missing.length} migrations from ${missing[0]} on`}.`,
        'Run `npm run admin -- migrate` with DATABASE_OWNER_URL.',
      ),
    ]
  if (newer.length > 0)
    return [warning(`A newer version added ${newer.join(', ')}, compatibly.`, 'Upgrade this copy soon.')]
  return [ok('All migrations are applied.')]
}

async function checkRoles(
  client: pg.Client,
  { config }: DoctorContext,
  urls: DatabaseUrls,
): Promise<Found[]> {
  const { rows } = await client.query<{ owns: boolean; creates: boolean; role: string }>(
    `select pg_has_role(relowner, 'usage') as owns, has_schema_privilege('public', 'create') as creates, current_user as role
       from pg_class where oid = 'public.migrations'::regclass`,
  )
  const { owns = false, creates = false, role = '' } = rows[0] ?? {}
  if (owns) {
    const says = `One role, ${role}, owns the tables and serves.`
    if (config.mode !== 'production') return [ok(says)]
    return [warning(says, 'Separate them (docs/operating.md, “Database roles and upgrades”).')]
  }
  const found = [
    creates
      ? warning(
          `The role ${role} may create tables.`,
          'Run `npm run admin -- migrate`, which revokes that right.',
        )
      : ok(`The role ${role} reads and writes, and can’t change the schema.`),
  ]
  if (urls.ownerUrl === urls.url) return found
  try {
    await (await connect(urls.ownerUrl)).end()
    return [...found, ok('The owner of the tables can sign in.')]
  } catch (error) {
    const { username } = new URL(urls.ownerUrl)
    return [
      ...found,
      fault(`The owner ${username} can’t sign in: ${reasonOf(error)}.`, 'Correct DATABASE_OWNER_URL.'),
    ]
  }
}
