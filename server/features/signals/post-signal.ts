// Posts a signal. The server sets its time, and nobody can change or delete it.
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { ownerOfName } from '#server/features/users/store.ts'
import { isTradeSealed } from '#server/features/users/visibility.ts'
import type { NewSignal } from '#shared/contracts/signals.ts'
import type { Change } from '#shared/live.ts'
import { Problem } from '#shared/problems.ts'
import { missingToCreate } from '#shared/rules/access.ts'
import { linkedText } from '#shared/rules/linked-text.ts'
import { compareWithClose } from './compare-with-close.ts'
import {
  AUTHOR_COLUMNS,
  type Counts,
  HIDDEN_COLUMNS,
  type Mentions,
  SIGNAL_COLUMNS,
  signalById,
  type SignalColumns,
  type SignalRow,
  visibleMentions,
} from './store.ts'

/**
 * Returns the stored signal. If the same draft is posted again, because the first response was lost, it returns the
 * first signal. Throws `creator_mode_required` or `onboarding_required` (spec answer 23), `draft_taken` if the draft's
 * id belongs to another signal, `unauthorized` if the account was deleted after the session check, and
 * `target_at_close` or `stop_at_close` if the last close is beyond them. `isComparedWithClose` is false if no close is
 * known.
 */
export async function postSignal(
  deps: Pick<Deps, 'db' | 'statements' | 'clock' | 'config' | 'signalDelivery' | 'market'>,
  authorId: string,
  signal: z.output<typeof NewSignal>,
): Promise<SignalRow & { isComparedWithClose?: boolean }> {
  const { clock, config, signalDelivery } = deps
  const compared = await compareWithClose(deps, signal)
  if (compared instanceof Problem) {
    // A repeated post is accepted even if a close has passed the target since the first one.
    const stored = signal.draftId && (await signalById(deps, authorId, signal.draftId))
    if (stored && stored.userId === authorId && stored.content === signal.content) return stored
    throw compared
  }
  const { draftId, tickers, ...fields } = signal
  const names = namesIn(signal.content)
  const insert = names.length > 0 ? insertWithMentions : insertSignal
  const [row] = await insert(deps.statements, {
    ...fields,
    id: draftId ?? clock.newId(),
    userId: authorId,
    tickers: tickers.length > 0 ? JSON.stringify(tickers) : null,
    createdAt: clock.now(),
    names,
    graceDays: config.pastDueGraceDays,
    textSalt: newSalt(clock),
    tradeSalt: newSalt(clock),
  })
  if (row) {
    signalDelivery.trigger()
    return compared === 'unknown' ? { ...row, isComparedWithClose: false } : row
  }
  const author = await deps.db
    .selectFrom('users')
    .select(['isCreator', 'stripeOnboardingCompleted as payoutsReady'])
    .where('id', '=', authorId)
    .executeTakeFirst()
  if (!author) throw new Problem('unauthorized')
  const missing = missingToCreate(author)
  if (missing) throw new Problem(missing)
  const stored = draftId && (await signalById(deps, authorId, draftId))
  if (!stored || stored.userId !== authorId || stored.content !== signal.content)
    throw new Problem('draft_taken')
  return stored
}

/** The usernames that a text mentions, in lower case. */
const namesIn = (content: string) => [
  ...new Set(
    linkedText(content).flatMap((part) => (part.kind === 'person' ? [part.username.toLowerCase()] : [])),
  ),
]
/** For the log's commitments to the text and the trade (features/record). */
const newSalt = (clock: Deps['clock']) => Buffer.from(clock.newToken(), 'base64url')

/**
 * Longer than for other queries, because people post again after a timeout, and neither of two signals can be
 * deleted.
 */
const INSERT_TIMEOUT_MS = 5000

type NewRow = SignalColumns & {
  textSalt: Buffer
  tradeSalt: Buffer
  /** The usernames in the text, in lower case. */
  names: string[]
  graceDays: number
}
const INSERTED_COLUMNS = [...SIGNAL_COLUMNS, 'textSalt', 'tradeSalt'] as const

/**
 * One statement inserts the signal, its row in the author's own timeline, its delivery to others, and its row in the
 * log's queue. Inserts nothing if the author may not post. The row lock prevents the account's deletion in the
 * meantime.
 */
const insertStatement = (hasMentions: boolean) => (db: Kysely<DB>, signal: Parameters<NewRow>) =>
  db
    .with('author', (cte) =>
      cte
        .selectFrom('users')
        .select(['id', 'isPublic'])
        .where('id', '=', signal.userId)
        .where('isCreator', '=', true)
        .where('stripeOnboardingCompleted', '=', true)
        .forKeyShare(),
    )
    .with('g', (cte) =>
      cte
        .insertInto('signals')
        .columns(INSERTED_COLUMNS)
        .expression(sql`select ${sql.join(INSERTED_COLUMNS.map((column) => signal[column]))} from author`)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning([...SIGNAL_COLUMNS, ...HIDDEN_COLUMNS]),
    )
    .with('own', (cte) =>
      cte
        .insertInto('timelines')
        .columns(['viewerId', 'createdAt', 'signalId', 'authorId'])
        .expression(cte.selectFrom('g').select(['userId', 'createdAt', 'id', 'userId as authorId'])),
    )
    .with('queued', (cte) =>
      cte
        .insertInto('deliveries')
        .columns(['queuedAt', 'signalId'])
        .expression(cte.selectFrom('g').select(['createdAt', 'id'])),
    )
    .with('logged', (cte) =>
      cte
        .insertInto('recordQueue')
        .columns(['queuedAt', 'signalId', 'sealed'])
        .expression(
          cte
            .selectFrom('g')
            .innerJoin('author', 'author.id', 'g.userId')
            .select(['createdAt', 'g.id', isTradeSealed('g', 'author').as('sealed')]),
        ),
    )
    // PostgreSQL skips a `with` query that nothing references.
    .with('mentions', () => (hasMentions ? insertMentions(signal) : sql<MentionRow>`(select)`))
    .with('told', () =>
      hasMentions
        ? sql<Told>`(insert into changes (what, user_ids)
            select ${sql.lit(ALERTS)}, array_agg(user_id) from mentions having count(*) > 0 returning what)`
        : sql<Told>`(select)`,
    )
    .selectFrom('g')
    .innerJoin('users as a', 'a.id', 'g.userId')
    .selectAll('g')
    .select(AUTHOR_COLUMNS)
    .select([
      sql.lit(false).as('follows'),
      sql.lit(false).as('pays'),
      sql.lit(false).as('isSaved'),
      sql.lit(false).as('isReported'),
      sql<Counts>`null::int[]`.as('counts'),
      sql.lit(false).as('isUseful'),
      (hasMentions ? visibleMentions(viewerOf(signal), sql`mentions`) : sql<Mentions>`null::jsonb`).as(
        'mentions',
      ),
    ])

/** The author as the viewer of the row. */
const viewerOf = ({ userId, createdAt, graceDays }: Parameters<NewRow>) => ({
  viewerId: userId,
  now: createdAt,
  graceDays,
})

/** Notifies the open pages of mentioned people. */
const ALERTS: Change = 'alerts'
type Told = { what: string }

type MentionRow = { name: string; userId: string }

/** The people to whom the names currently belong. Locks their rows, so that none is deleted before this commits. */
const insertMentions = ({ names, createdAt }: Parameters<NewRow>) => sql<MentionRow>`(
  insert into signal_mentions (signal_id, name, user_id, created_at)
  select g.id, found.name, u.id, g.created_at
  from g
  cross join (select name, ${ownerOfName(sql`name`, createdAt)} as user_id
    from unnest(${names}::text[]) as name offset 0) as found
  join users u on u.id = found.user_id and not u.is_former
  for key share of u
  returning name, user_id)`

const insertSignal = prepared('insert_signal', insertStatement(false), INSERT_TIMEOUT_MS)
const insertWithMentions = prepared('insert_signal_with_mentions', insertStatement(true), INSERT_TIMEOUT_MS)
