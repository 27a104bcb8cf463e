// Turns alerts into JSON, with the people they name and the outcomes of closed signals.
import { sql } from 'kysely'
import type { z } from 'zod'
import { METHOD } from '#engine/scoring/method.ts'
import type { Deps } from '#server/deps.ts'
import { excerptOf, signalView } from '#server/features/signals/views.ts'
import { isVisible, viewerContext } from '#server/features/users/visibility.ts'
import type { Alert, AlertPerson } from '#shared/contracts/alerts.ts'
import type { Marks } from './marks.ts'
import type { AlertRow } from './alert-rows.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
type AlertView = z.input<typeof Alert>
type PersonView = z.input<typeof AlertPerson>
const NEVER = new Date(0)
type People = ReadonlyMap<string, PersonView>

/** `marks`: what the person has seen and read; without them, for emails and notifications, nothing is new. */
export async function alertViews(
  deps: Needs,
  viewerId: string,
  rows: readonly AlertRow[],
  marks?: Marks,
): Promise<AlertView[]> {
  const [people, outcomes] = await Promise.all([
    peopleOf(
      deps,
      viewerId,
      rows.flatMap(({ actorId, people: some = [] }) => [...(actorId ? [actorId] : []), ...some]),
    ),
    outcomesOf(
      deps,
      rows.flatMap(({ kind, signal }) => (kind === 'outcome' && signal ? [signal.id] : [])),
    ),
  ])
  return rows.map((row) => {
    const { id, kind, createdAt, signal, facts = {}, count = 0 } = row
    const outcome = kind === 'outcome' && signal ? outcomes.get(signal.id) : undefined
    return {
      id,
      kind,
      createdAt: createdAt.toISOString(),
      isNew: marks !== undefined && createdAt > marks.seenAt(kind),
      isRead: createdAt <= (marks?.readAt(kind) ?? NEVER),
      person: personOf(row, people),
      people: (row.people ?? []).flatMap((one) => people.get(one) ?? []),
      peopleCount: count,
      signal: signal ? { ...signalPart(signal, viewerId), ...outcome } : null,
      comment: row.comment ? { id: row.comment.id, excerpt: excerptOf(row.comment.body) } : null,
      facts,
    }
  })
}

/**
 * The author of the newest comment or of the signal, or the person who caused the alert. Null for `useful` alerts,
 * which name nobody.
 */
function personOf({ kind, comment, people: writers = [], signal, actorId }: AlertRow, people: People) {
  if (kind === 'useful') return null
  if (comment) return people.get(writers[0] ?? '') ?? null
  return signal ? authorOf(signal) : (people.get(actorId ?? '') ?? null)
}

type Signal = NonNullable<AlertRow['signal']>

const authorOf = ({ userId, username, displayName, profileImageUrl }: Signal): PersonView => ({
  id: userId,
  username,
  displayName,
  profileImageUrl,
})

/** Taken from the signal's view, which leaves out what the viewer may not read. */
function signalPart(row: Signal, viewerId: string): NonNullable<AlertView['signal']> {
  const { id, isPremium, isLocked, signalType, tickers, content } = signalView(row, viewerId)
  return {
    id,
    isOwn: row.userId === viewerId,
    isPremium,
    isLocked,
    ...(signalType && { signalType }),
    ...(tickers !== undefined && { tickers: tickers === null ? [] : (JSON.parse(tickers) as string[]) }),
    ...(content !== undefined && { excerpt: excerptOf(content) }),
  }
}

async function peopleOf(deps: Needs, viewerId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, PersonView>()
  const people = await deps.db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.displayName', 'u.profileImageUrl'])
    .where('u.id', 'in', [...new Set(ids)])
    .where(isVisible(viewerContext(deps, viewerId), 'u'))
    .execute()
  return new Map(people.map((person) => [person.id, person]))
}

/**
 * The returns of closed signals: the mean over their positions, each weighted by its size as a fraction of a portfolio
 * place. Only call this for signals that the viewer may read and whose trades aren't sealed for them.
 */
async function outcomesOf({ db }: Needs, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { return: string | null; benchmark: string | null }>()
  const { rows } = await sql<{ signalId: string; made: string | null; benchmark: string | null }>`
    select signal_id, (sum(weight * return) / nullif(sum(weight), 0))::numeric(20, 8)::text as made,
        (sum(weight * benchmark) / nullif(sum(weight), 0))::numeric(20, 8)::text as benchmark
      from record_scores
     where signal_id = any(${[...ids]}::uuid[]) and method = ${METHOD} and does = 'opens' and return is not null
     group by signal_id`.execute(db)
  return new Map(rows.map(({ signalId, made, benchmark }) => [signalId, { return: made, benchmark }]))
}
