// Reads a page of a signal's comments, and what the viewer may write there.
import type { z } from 'zod'
import { encodeCursor, decodeCursor } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import type { SignalRow } from '#server/features/signals/store.ts'
import type { Composer, Thread } from '#shared/contracts/comments.ts'
import { THREAD_LIVE_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { allowanceOf, refusalOf, repliesFromOf } from './rules.ts'
import { heldBy, stakesOf } from './stakes.ts'
import {
  commentOfThread,
  type CommentRow,
  commentsBeside,
  countOf,
  type Place,
  signalOfThread,
  writtenBy,
} from './store.ts'
import { commentView } from './views.ts'

type Needs = Pick<Deps, 'db' | 'statements' | 'clock' | 'config'>
type Viewer = { id: string; restrictions: readonly string[] }
export type Asked = {
  limit: number
  after?: string | undefined
  before?: string | undefined
  around?: string | undefined
}

/**
 * Throws `signal_not_found`, `signal_locked`, `comment_not_found` for a comment that the viewer doesn't see, and
 * `invalid_cursor`.
 */
export async function readThread(
  deps: Needs,
  viewer: Viewer,
  signalId: string,
  asked: Asked,
): Promise<z.input<typeof Thread>> {
  const signal = await signalOfThread(deps, viewer.id, signalId)
  const [{ rows, hasEarlier, hasLater }, total, composer] = await Promise.all([
    pageOf(deps, viewer.id, signalId, asked),
    countOf(deps, signalId),
    composerOf(deps, viewer, signal),
  ])
  return {
    total,
    comments: await viewsOf(deps, viewer.id, signal, rows),
    earlier: hasEarlier ? cursorOf(rows[0]) : null,
    later: hasLater ? cursorOf(rows.at(-1)) : null,
    composer,
  }
}

type PageOf = { rows: CommentRow[]; hasEarlier: boolean; hasLater: boolean }

async function pageOf(
  deps: Needs,
  viewerId: string,
  signalId: string,
  { limit, after, before, around }: Asked,
): Promise<PageOf> {
  const beside = (side: 'after' | 'from' | 'before', place: Place | null, some = limit) =>
    commentsBeside(deps, viewerId, signalId, { side, place, limit: some + 1 })
  if (around !== undefined) {
    const comment = await commentOfThread(deps, viewerId, signalId, around)
    // The page includes comments before the requested one, so that a reply isn't shown without its thread.
    const some = Math.floor((limit - 1) / 2)
    const [above, below] = await Promise.all([
      beside('before', comment, some),
      beside('from', comment, limit - some),
    ])
    const rows = [...(above.length > some ? above.slice(1) : above), ...below.slice(0, limit - some)]
    return { rows, hasEarlier: above.length > some, hasLater: below.length > limit - some }
  }
  if (before !== undefined) {
    const found = await beside('before', placeIn(before))
    const hasEarlier = found.length > limit
    return { rows: hasEarlier ? found.slice(1) : found, hasEarlier, hasLater: true }
  }
  const found = await beside('after', after === undefined ? null : placeIn(after))
  return { rows: found.slice(0, limit), hasEarlier: after !== undefined, hasLater: found.length > limit }
}

/** The position of a comment, as two cursors: its thread's and its own. */
const cursorOf = (row: CommentRow | undefined) =>
  row === undefined
    ? null
    : [
        encodeCursor({ createdAt: row.threadAt, id: row.threadId }),
        encodeCursor({ createdAt: row.createdAt, id: row.id }),
        row.isReply ? 'r' : 'c',
      ].join('~')

function placeIn(cursor: string): Place {
  const [thread, own, kind, ...rest] = cursor.split('~')
  if (thread === undefined || own === undefined || (kind !== 'r' && kind !== 'c') || rest.length > 0)
    throw new Problem('invalid_cursor')
  const { createdAt: threadAt, id: threadId } = decodeCursor(thread)
  return { ...decodeCursor(own), threadAt, threadId, isReply: kind === 'r' }
}

export async function viewsOf(
  deps: Needs,
  viewerId: string,
  signal: Pick<SignalRow, 'userId' | 'tickers'>,
  rows: readonly CommentRow[],
) {
  const writers = rows.flatMap(({ personId, showsHolding, deletedAt, hiddenAt }) =>
    personId === null || deletedAt || hiddenAt ? [] : [{ id: personId, shows: showsHolding }],
  )
  const stakes = await stakesOf(deps, viewerId, writers, tickersOf(signal))
  return rows.map((row) =>
    commentView(row, {
      viewerId,
      authorId: signal.userId,
      now: deps.clock.now(),
      // Consent to show a holding is given with each comment.
      stake: stakes.get(row.personId ?? '')?.filter(({ kind }) => kind !== 'holds' || row.showsHolding),
    }),
  )
}

const tickersOf = ({ tickers }: Pick<SignalRow, 'tickers'>): string[] =>
  tickers === null ? [] : (JSON.parse(tickers) as string[])

async function composerOf(deps: Needs, viewer: Viewer, signal: SignalRow): Promise<z.input<typeof Composer>> {
  const now = deps.clock.now()
  const [written, held] = await Promise.all([
    writtenBy(deps.db, viewer.id, signal.id, now),
    heldBy(deps, viewer.id, tickersOf(signal)),
  ])
  const { waitUntil, ...allowance } = allowanceOf(written, now, deps.config.commentWaitSeconds)
  const refusal =
    refusalOf(signal, viewer.id) ??
    (viewer.restrictions.includes('post') ? 'suspended' : waitUntil ? 'comments_limit' : null)
  return {
    ...allowance,
    repliesFrom: repliesFromOf(signal),
    refusal,
    waitUntil: waitUntil?.toISOString() ?? null,
    holds: held.length > 0,
  }
}

/** Notifies the viewer's pages of changes for a while, and returns the current number of comments. */
export async function followThread(deps: Needs, viewerId: string, signalId: string): Promise<number> {
  await signalOfThread(deps, viewerId, signalId)
  const until = new Date(deps.clock.now().getTime() + THREAD_LIVE_MINUTES * 60_000)
  await deps.db
    .insertInto('threadReaders')
    .values({ signalId, personId: viewerId, until })
    .onConflict((conflict) => conflict.columns(['signalId', 'personId']).doUpdateSet({ until }))
    .execute()
  return await countOf(deps, signalId)
}
