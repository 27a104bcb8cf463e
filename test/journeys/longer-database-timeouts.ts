// Loaded before a journey's server. People get a 503 when the database takes half a second; on a busy machine that would
// fail journeys about something else. The product's own timeouts are tested in test/faults/database-outage.test.ts.
import pg from 'pg'

const LONG_MS = 15_000

class PatientPool extends pg.Pool {
  constructor(options?: pg.PoolConfig) {
    super({ ...options, connectionTimeoutMillis: LONG_MS, query_timeout: LONG_MS })
  }
}
Object.assign(pg, { Pool: PatientPool })
