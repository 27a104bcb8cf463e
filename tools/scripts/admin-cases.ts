// npm run admin -- create-admin, remove-admin, cases, case, decide: moderators and what they decide.
import { z } from 'zod'
import type { Origin } from '#server/audit/origin.ts'
import { recordEvent } from '#server/audit/record-event.ts'
import type { Deps } from '#server/deps.ts'
import { answerAppeal } from '#server/features/safety/appeal.ts'
import { historyOf } from '#server/features/safety/case-history.ts'
import { caseById, casesIn } from '#server/features/safety/case-store.ts'
import { confirmSuspension } from '#server/features/safety/confirm-suspension.ts'
import { decide } from '#server/features/safety/decide.ts'
import { answerLook } from '#server/features/safety/second-look.ts'
import { addModerator, removeModerator } from '#server/features/safety/moderators.ts'
import { OperatorError } from '#server/log.ts'
import { decisionActs } from '#server/staff.ts'
import type { Measure } from '#shared/contracts/reports.ts'
import { SUSPENSION_DAYS_MAX } from '#shared/limits.ts'
import { idIn, parsed, personNamed, print, type RecordCommand, refusable } from './admin-words.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config'> & {
  by: Origin
  record: RecordCommand
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

/**
 * `[--decided | --claimed-by <moderator>] [--json]`: the waiting cases in the order in which they are due, or those of
 * them that a moderator holds, or the decided ones, newest first.
 */
export async function casesCommand({ db, clock, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['decided', 'claimed-by'])
  const name = values['claimed-by']
  if (positionals.length > 0 || (values.decided && name !== undefined)) throw new UsageError(USAGE)
  const now = clock.now()
  const held = name === undefined ? undefined : { by: (await personNamed({ db }, name)).id, now }
  await record()
  for (const found of await casesIn(db, values.decided ? 'closed' : 'open', held)) {
    const isHeld = found.claimedUntil !== null && found.claimedUntil > now
    const { assignedTo: _, ...row } = isHeld ? found : { ...found, claimedBy: null, claimedUntil: null }
    const { id, subjectKind, author, reasons, reports, dueAt, appealDueAt, measure } = row
    const waits = appealDueAt ? `appeal due ${appealDueAt.toISOString()}` : `due ${dueAt.toISOString()}`
    const what = `${subjectKind} of ${author ?? 'a former member'}  ${(reasons ?? []).join(', ')}  reports: ${reports}${row.claimedBy === null ? '' : `  held by ${row.claimedBy}`}`
    print(values, row, `${id}  ${values.decided ? measure : waits}  ${what}`)
  }
}

/** `<id> [--json]`: a case with the object as it was, its reports, its decision, its appeal and its history. */
export async function caseCommand({ db, record }: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  const id = idIn(positionals)
  await record({ target: id })
  const about = await caseById(db, id)
  if (!about) throw new OperatorError('There is no such case')
  const found = { ...about, history: await historyOf(db, id) }
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
