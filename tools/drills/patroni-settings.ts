// The settings of each node in the drill's PostgreSQL cluster, and the location of its PostgreSQL.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CannotRun } from './drill.ts'

/** Where Debian's packages install the versions of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql'

/** The local ports of PostgreSQL and of Patroni's REST API, and the node's folder. */
export type PatroniNode = { name: string; port: number; rest: number; dir: string }

/** The folder of the newest PostgreSQL's programs. Throws `CannotRun` if there is none. */
export function newestPostgres(): string {
  const found = (() => {
    try {
      return readdirSync(VERSIONS).filter((name) => Number(name) >= 15)
    } catch {
      return []
    }
  })()
  const newest = found.toSorted((a, b) => Number(b) - Number(a))[0]
  if (newest === undefined)
    throw new CannotRun('This drill needs PostgreSQL with pg_rewind: apt-get install postgresql-15')
  return join(VERSIONS, newest, 'bin')
}

/**
 * Patroni's settings. `synchronous_mode` protects acknowledged writes. The times are short, so that a drill has several
 * failovers: loop_wait + 2 · retry_timeout may be at most ttl. JSON is valid YAML.
 */
export function patroniSettings(node: PatroniNode, etcdPort: number, binaries: string): string {
  return JSON.stringify({
    scope: 'signalpost',
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 8,
        loop_wait: 1,
        retry_timeout: 3,
        // Fails over at once instead of waiting for a crashed PostgreSQL to restart.
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, shared_buffers: '48MB', timezone: 'UTC', jit: 'off' },
        },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.port}`,
      data_dir: join(node.dir, 'data'),
      pgpass: join(node.dir, 'pgpass'),
      bin_dir: binaries,
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'rewind' },
      },
      parameters: { unix_socket_directories: node.dir },
      pg_hba: [
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
        'local all all trust',
      ],
    },
  })
}
