// Notifies the author of a decided object: emails the statement of reasons, and adds an alert that links to it.
import type { Selectable, Transaction } from 'kysely'
import { addAlerts } from '#server/alerts/add-alerts.ts'
import type { Clock } from '#server/clock.ts'
import type { Cases, DB } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import type { Measure } from '#shared/contracts/reports.ts'
import { APPEAL_DAYS } from '#shared/limits.ts'
import { subjectOf } from './subject.ts'

type Statement = Pick<Selectable<Cases>, 'authorId' | 'subjectKind' | 'snapshot'> & {
  decisionId: string
  measure: Measure
  facts: string
  ground: 'law' | 'rule' | null
  reference: string | null
  startsAt: Date
  endsAt: Date | null
  /** Whether somebody reported it. */
  isReported: boolean
  /**
   * Whether the measure becomes permanent once a second moderator confirms it. `isConfirmed`: whether this is the
   * notification of that.
   */
  isWaiting?: boolean
  isConfirmed?: boolean
}

const NEWS = {
  suspend: 'suspended',
  stop_selling: 'selling_stopped',
  stop_reporting: 'reporting_stopped',
} as const

/** Does nothing if the author has left or no measure was taken. */
export async function tellAuthor(trx: Transaction<DB>, clock: Clock, statement: Statement): Promise<void> {
  const { decisionId, authorId, measure, facts, ground, reference, startsAt, endsAt, isReported } = statement
  const { isWaiting = false, isConfirmed = false } = statement
  if (authorId !== null && measure === 'dismiss' && statement.subjectKind === 'picture')
    return await addAlerts(trx, clock, {
      kind: 'moderation',
      personIds: [authorId],
      cause: decisionId,
      facts: { moderation: 'picture_shown' },
    })
  if (authorId === null || measure === 'dismiss' || ground === null || reference === null) return
  const author = await trx.selectFrom('users').select('email').where('id', '=', authorId).executeTakeFirst()
  if (!author) return
  const subject = subjectOf(statement)
  const reasons = { decisionId, subject, facts, ground, reference, isReported }
  const times = {
    decidedAt: startsAt.toISOString(),
    appealUntil: appealUntil(startsAt).toISOString(),
  }
  const { subjectKind } = statement
  await addAlerts(trx, clock, {
    kind: 'moderation',
    personIds: [authorId],
    cause: isConfirmed ? `${decisionId} confirmed` : decisionId,
    facts: {
      moderation: measure === 'hide' ? (`${subjectKind}_hidden` as const) : NEWS[measure],
      decisionId,
      appealUntil: times.appealUntil,
    },
  })
  if (measure === 'hide' && (subjectKind === 'signal' || subjectKind === 'comment')) {
    const data = { ...reasons, ...times, isComment: subjectKind === 'comment' }
    await queueEmail(trx, clock, { name: 'signalHidden', to: author.email, data })
    return
  }
  const kind = measure !== 'hide' ? measure : subjectKind === 'picture' ? 'hide_picture' : 'hide_profile'
  await queueEmail(trx, clock, {
    name: 'accountRestricted',
    to: author.email,
    data: { ...reasons, ...times, measure: kind, endsAt: endsAt?.toISOString() ?? null, isWaiting },
  })
}

const DAY_MS = 86_400_000

export const appealUntil = (decidedAt: Date) => new Date(decidedAt.getTime() + APPEAL_DAYS * DAY_MS)
