// npm run admin -- create-admin, remove-admin, cases, case, decide: moderators and what they decide.
import { z } from 'zod'
import type { Origin } from '#server/audit/origin.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { accountByName } from '#server/features/auth/store.ts'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { caseById, casesIn } from '#server/features/safety/case-store.ts'
import { confirmSuspension } from '#server/features/safety/confirm-suspension.ts'
import { decide } from '#server/features/safety/decide.ts'
import { answerLook } from '#server/features/safety/second-look.ts'
import { addModerator, removeModerator } from '#server/features/safety/moderators.ts'
import { OperatorError } from '#server/log.ts'
import { decisionActs } from '#server/staff.ts'
import type { Measure } from '#shared/contracts/reports.ts'
import { SUSPENSION_DAYS_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { parsed, print } from './admin-words.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config'> & {
  by: Origin
  record: (on?: { userId?: string; target?: string }) => Promise<void>
}

/** `<user> [--role moderator|administrator] [--json]`. Repeating it changes the role. */
export async function createAdminCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['role'])
  const [name] = positionals
  const role = z.enum(['moderator', 'administrator']).safeParse(values.role ?? 'administrator')
  if (!name || positionals.length > 1 || !role.success) throw new UsageError(USAGE)
  const person = await personNamed(tools, name)
  await tools.record({ userId: person.id })
  const { db, clock, by } = tools
  await refusable(
    db.transaction().execute(async (trx) => {
      await addModerator(trx, clock, person.id, role.data)
      await recordEvent(trx, { clock, by }, { event: 'moderator.added', userId: person.id })
    }),
  )
  print(values, { username: person.username, role: role.data }, `${person.username} is ${role.data} now`)
}

/** `<user> [--json]`: takes the role of a moderator or an administrator away. */
export async function removeAdminCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const [name] = positionals
  if (!name || positionals.length > 1) throw new UsageError(USAGE)
  const person = await personNamed(tools, name)
  await tools.record({ userId: person.id })
  const { db, clock, by } = tools
  const isRemoved = await db.transaction().execute(async (trx) => {
    if (!(await removeModerator(trx, person.id))) return false
    await recordEvent(trx, { clock, by }, { event: 'moderator.removed', userId: person.id })
    return true
  })
  if (!isRemoved) throw new OperatorError(`${person.username} has no role`)
  print(values, { username: person.username, role: null }, `${person.username} has no role any longer`)
}

/** `[--decided] [--json]`: the waiting cases in the order in which they are due, or the decided ones, newest first. */
export async function casesCommand({ db, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['decided'])
  if (positionals.length > 0) throw new UsageError(USAGE)
  await record()
  for (const row of await casesIn(db, values.decided ? 'closed' : 'open')) {
    const { id, subjectKind, author, reasons, reports, dueAt, appealDueAt, measure } = row
    const waits = appealDueAt ? `appeal due ${appealDueAt.toISOString()}` : `due ${dueAt.toISOString()}`
    const what = `${subjectKind} of ${author ?? 'a former member'}  ${(reasons ?? []).join(', ')}  reports: ${reports}`
    print(values, row, `${id}  ${values.decided ? measure : waits}  ${what}`)
  }
}

/** `<id> [--json]`: a case with the object as it was, its reports, its decision and its appeal. */
export async function caseCommand({ db, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const id = idIn(positionals)
  await record({ target: id })
  const found = await caseById(db, id)
  if (!found) throw new OperatorError('There is no such case')
  console.log(values.json ? JSON.stringify(found) : JSON.stringify(found, null, 2))
}

/** Whether it is a second moderator's decision, which needs no `--facts`. */
const isSecond = (measure: string) => measure === 'confirm' || measure === 'decline'

const MEASURES = [
  'dismiss',
  'hide',
  'suspend',
  'stop-selling',
  'stop-reporting',
  'keep',
  'reverse',
  'leave',
  'reopen',
  'confirm',
  'decline',
] as const

/**
 * `<case> dismiss|hide|suspend|stop-selling|stop-reporting|keep|reverse|leave|reopen|confirm|decline --by <moderator> --facts <text> [--law <which> | --rule <which>]
 * [--days <n>] [--json]`. Restrictions without `--days` are permanent.
 * `keep` and `reverse` answer the author's appeal; `leave` and `reopen` the reporters; `confirm` and `decline` decide a permanent suspension as the second moderator.
 */
export async function decideCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['by', 'facts', 'law', 'rule', 'days'])
  const measure = z.enum(MEASURES).safeParse(positionals[1])
  const { by: name, facts, law, rule } = values
  const days = z.coerce.number().int().min(1).max(SUSPENSION_DAYS_MAX).optional().safeParse(values.days)
  if (
    !days.success ||
    !measure.success ||
    positionals.length !== 2 ||
    !name ||
    (!facts && !isSecond(measure.data)) ||
    (law && rule)
  )
    throw new UsageError(USAGE)
  const id = idIn(positionals.slice(0, 1))
  const moderator = await personNamed(tools, name)
  await tools.record({ target: id })
  const acts = decisionActs(tools)
  if (facts && (measure.data === 'keep' || measure.data === 'reverse')) {
    const outcome = measure.data === 'keep' ? 'kept' : 'reversed'
    await refusable(answerAppeal(tools, acts, moderator.id, id, { outcome, answer: facts }))
    return print(values, { id, outcome }, `The appeal of ${id} is answered: ${outcome}`)
  }
  if (measure.data === 'confirm' || measure.data === 'decline') {
    const agrees = measure.data === 'confirm'
    await refusable(confirmSuspension(tools, moderator.id, id, agrees))
    return print(
      values,
      { id, agrees },
      `The suspension of ${id} is ${agrees ? 'permanent' : 'left at its days'}`,
    )
  }
  if (!facts) throw new UsageError(USAGE)
  if (measure.data === 'leave' || measure.data === 'reopen') {
    const outcome = measure.data === 'leave' ? 'kept' : 'reopened'
    const next = await refusable(answerLook(tools, moderator.id, id, { outcome, answer: facts }))
    return print(values, { id: next, outcome }, `The reporters of ${id} are answered: ${outcome}`)
  }
  const ground = law ? 'law' : rule ? 'rule' : null
  const named = measure.data.replace('-', '_') as Measure
  const reasons = { facts, ground, reference: law ?? rule ?? null } as const
  const decision = { ...reasons, measure: named, days: days.data ?? null }
  const decisionId = await refusable(decide(tools, acts, moderator.id, id, decision))
  print(values, { id, decisionId, measure: measure.data }, `${id} is decided: ${measure.data}`)
}

function idIn([id, ...more]: string[]): string {
  if (!id || more.length > 0 || !z.uuid().safeParse(id).success) throw new UsageError(USAGE)
  return id
}

async function personNamed({ db }: Pick<Tools, 'db'>, name: string) {
  const person = await accountByName(db, name)
  if (!person) throw new UsageError(`There is no account with the username ${name}.`)
  return person
}

/** A refusal as a sentence for the operator. */
const refusable = <Result>(act: Promise<Result>): Promise<Result> =>
  act.catch((error: unknown) => {
    throw error instanceof Problem ? new OperatorError(`${error.message}.`) : error
  })
