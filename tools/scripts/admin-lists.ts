// npm run admin -- overview, people, jobs, emails: what /admin shows, from the same functions.
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { failedJobs, retryEvent, retryJob } from '#server/features/admin/jobs.ts'
import { emailList } from '#server/features/admin/lists.ts'
import { overviewOf } from '#server/features/admin/overview.ts'
import { findPeople } from '#server/features/safety/admin-people.ts'
import { EMAIL_STATES } from '#shared/contracts/admin.ts'
import { OperatorError } from '#server/log.ts'
import { parsed, print } from './admin-words.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = Pick<Deps, 'db' | 'clock'> & {
  record: (on?: { userId?: string; target?: string }) => Promise<void>
}

/** `[--json]`: the figures of the day. Money in US cents. */
export async function overviewCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  if (positionals.length > 0) throw new UsageError(USAGE)
  await record()
  const figures = await overviewOf(db, clock.now())
  if (values.json) return console.log(JSON.stringify(figures))
  for (const [name, value] of Object.entries(figures)) console.log(`${name}  ${value ?? 'none'}`)
}

/** `<part of a name, email or id> [--json]`: at most 50, newest first. */
export async function peopleCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const [search] = positionals
  if (search === undefined || positionals.length > 1) throw new UsageError(USAGE)
  const { people } = await findPeople(db, search, clock.now())
  const [only] = people
  await record(people.length === 1 && only ? { userId: only.id } : {})
  for (const person of people)
    print(
      values,
      person,
      `${person.id}  ${person.username}  ${person.state}  joined ${person.createdAt.toISOString()}`,
    )
}

/** `[--retry <id>] [--json]`: failed jobs and waiting payment events; or retries one of them. */
export async function jobsCommand({ db, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['retry'])
  if (positionals.length > 0) throw new UsageError(USAGE)
  const { retry } = values
  await record(retry === undefined ? {} : { target: retry })
  if (retry !== undefined) {
    const isRetried = /^\d{1,19}$/.test(retry) ? await retryJob(db, retry) : await retryEvent(db, retry)
    if (!isRetried) throw new OperatorError(`${retry} is done, running, or unknown.`)
    return print(values, { id: retry, isRetried }, `${retry} is tried again now`)
  }
  const { jobs, events } = await failedJobs(db)
  for (const job of jobs)
    print(
      values,
      job,
      `${job.id}  ${job.task}  ${job.attempts} of ${job.attemptsMax}  ${job.nextAt ? `next ${job.nextAt}` : 'given up'}  ${job.error}`,
    )
  for (const event of events) print(values, event, `${event.id}  ${event.type}  received ${event.receivedAt}`)
}

/** `[--state sent|waiting|refused|expired] [--json]`: the last 200 emails, newest first. */
export async function emailsCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['state'])
  const state = z.enum([...EMAIL_STATES, 'all']).safeParse(values.state ?? 'all')
  if (positionals.length > 0 || !state.success) throw new UsageError(USAGE)
  await record()
  for (const email of await emailList(db, state.data, clock.now()))
    print(values, email, `${email.createdAt}  ${email.state}  ${email.template}  ${email.recipient}`)
}
