// The log's last checkpoint of each UTC day, and the texts of the methods of scoring.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { FOREVER, missing, open, text } from './log-replies.ts'
import { METHODS } from './methods.ts'
import { parseCheckpoint } from './note.ts'

const TODAY = 'public, max-age=60'
type Day = { day: string; at: Date; note: string }

export function dayRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock'>): void {
  app.get('/log/days', async (_request, reply) =>
    open(reply, TODAY).send(
      (await lastOfDays(deps)).map(({ day, at, note }) => ({
        day,
        size: parseCheckpoint(note).size,
        at: at.toISOString(),
        // No time-stamping authority is asked yet (docs/record.md).
        stamped: false,
      })),
    ),
  )

  app.get<{ Params: { day: string } }>('/log/days/:day', async (request, reply) => {
    const { day } = request.params
    // Also time stamps: there are none.
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return missing(reply, 'The log has no such file.')
    const [found] = await lastOfDays(deps, day)
    if (!found) return missing(reply, 'Nothing was added to the log on this day.')
    return text(reply, found.note, day < utcDay(deps.clock.now()) ? FOREVER : TODAY)
  })

  app.get<{ Params: { version: string } }>('/log/method/:version', async (request, reply) => {
    const found = METHODS.find(({ method }) => String(method) === request.params.version)
    return found ? text(reply, found.text, FOREVER) : missing(reply, 'There is no such method.')
  })
}

/** The last checkpoint of each day that has one, or of one day: one look-up in an index for each. */
async function lastOfDays({ db, clock }: Pick<Deps, 'db' | 'clock'>, only?: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select days.day, last.at, last.note
      from (select at, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from generate_series(
        (select date_trunc('day', started_at, 'UTC') from record_log), ${clock.now()}::timestamptz, '24 hours') as at) days,
      lateral (select c.at, c.note from record_checkpoints c
        where c.at >= days.at and c.at < days.at + interval '24 hours' order by c.at desc, c.size desc limit 1) last
     where ${only ?? null}::text is null or days.day = ${only ?? null}
     order by 1`.execute(db)
  return rows
}
