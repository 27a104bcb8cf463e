// Serves the log's last checkpoint of each UTC day, all time stamps, and the texts of the scoring methods.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { FOREVER, missing, open, text } from './log-replies.ts'
import { METHODS } from './methods.ts'
import { epochOf } from '#engine/log/epoch.ts'
import { parseCheckpoint } from '#engine/log/note.ts'

const TODAY = 'public, max-age=60'
type Day = { day: string; at: Date; note: string; end: number; stamped: boolean }

export function dayRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock'>): void {
  app.get('/log/days', async (_request, reply) =>
    open(reply, TODAY).send(
      (await lastOfDays(deps)).map(({ day, at, note, stamped }) => {
        const { origin, size } = parseCheckpoint(note)
        return { day, epoch: epochOf(origin), size, at: at.toISOString(), stamped }
      }),
    ),
  )

  app.get<{ Params: { day: string } }>('/log/days/:day', async (request, reply) => {
    const [, day, stamp] = /^(\d{4}-\d\d-\d\d)(\.tsr)?$/.exec(request.params.day) ?? []
    if (day === undefined) return missing(reply, 'The log has no such file.')
    const [found] = await lastOfDays(deps, day)
    if (!found) return missing(reply, 'Nothing was added to the log on this day.')
    if (stamp !== undefined) {
      const token = await readStamp(deps, found.end)
      return token
        ? open(reply, FOREVER).type('application/timestamp-reply').send(token)
        : missing(reply, 'The last checkpoint of this day has no timestamp.')
    }
    return text(reply, found.note, day < utcDay(deps.clock.now()) ? FOREVER : TODAY)
  })

  app.get('/log/stamps', async (_request, reply) => {
    const { rows } = await sql<{ size: number; at: Date; stampedAt: Date }>`
      select c.size::float8 as size, c.at, s.at as stamped_at
        from record_stamps s join record_checkpoints c using (size) order by c.size`.execute(deps.db)
    return open(reply, TODAY).send(rows)
  })

  app.get<{ Params: { file: string } }>('/log/stamps/:file', async (request, reply) => {
    const [, digits, stamp] = /^([1-9]\d{0,14})(\.tsr)?$/.exec(request.params.file) ?? []
    const token = digits === undefined ? undefined : await readStamp(deps, Number(digits))
    if (!token) return missing(reply, 'No checkpoint of this size has a timestamp.')
    if (stamp !== undefined) return open(reply, FOREVER).type('application/timestamp-reply').send(token)
    return text(reply, await readNote(deps, Number(digits)), FOREVER)
  })

  app.get<{ Params: { version: string } }>('/log/method/:version', async (request, reply) => {
    const found = METHODS.find(({ method }) => String(method) === request.params.version)
    return found ? text(reply, found.text, FOREVER) : missing(reply, 'There is no such method.')
  })
}

/** The last checkpoint of each day that has one, or of one day. Each is a single index look-up. */
async function lastOfDays({ db, clock }: Pick<Deps, 'db' | 'clock'>, only?: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select days.day, last.at, last.note, last.size as end, exists (select from record_stamps s where s.size = last.size) as stamped
      from (select at, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from generate_series(
        (select date_trunc('day', started_at, 'UTC') from record_log), ${clock.now()}::timestamptz, '24 hours') as at) days,
      lateral (select c.at, c.note, c.size from record_checkpoints c
        where c.at >= days.at and c.at < days.at + interval '24 hours' order by c.at desc, c.size desc limit 1) last
     where ${only ?? null}::text is null or days.day = ${only ?? null}
     order by 1`.execute(db)
  return rows
}

const readNote = async ({ db }: Pick<Deps, 'db'>, end: number): Promise<string> =>
  (await db.selectFrom('recordCheckpoints').select('note').where('size', '=', end).executeTakeFirstOrThrow())
    .note

const readStamp = async ({ db }: Pick<Deps, 'db'>, end: number): Promise<Buffer | undefined> =>
  (await db.selectFrom('recordStamps').select('reply').where('size', '=', end).executeTakeFirst())?.reply
