// The list of a person's alerts.
import type { CursorPosition } from '#server/db/page.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'
import type { SignalRow } from '#server/features/signals/store.ts'
import { viewerContext } from '#server/features/users/visibility.ts'
import type { AlertFacts } from '#shared/contracts/alerts.ts'
import { ALERTS_DAYS } from '#shared/limits.ts'
import type { AlertKind } from '#shared/rules/alert-kinds.ts'
import { commentAlerts, usefulAlerts } from './comment-sources.ts'
import { bellSignals, followers, mentionSignals, outcomes, stored } from './sources.ts'

type Needs = Pick<Deps, 'statements' | 'clock' | 'config'>

export type AlertRow = CursorPosition & { kind: AlertKind } & {
  signal?: SignalRow
  actorId?: string | null
  people?: string[]
  count?: number
  comment?: { id: string; body: string }
  facts?: AlertFacts
}

type Values = {
  viewerId: string
  now: Date
  graceDays: number
  from: Date
  beforeAt: Date
  beforeId: string
  limit: number
  forEmail: boolean
}
const bellPage = prepared('alerts_of_bells', (db, span: Parameters<Values>) => bellSignals(db, span))
const mentionPage = prepared('alerts_of_mentions', (db, span: Parameters<Values>) => mentionSignals(db, span))
const outcomePage = prepared('alerts_of_outcomes', (db, span: Parameters<Values>) => outcomes(db, span))
const followerPage = prepared('alerts_of_followers', (db, span: Parameters<Values>) => followers(db, span))
const commentPage = prepared('alerts_of_comments', (db, span: Parameters<Values>) => commentAlerts(db, span))
const usefulPage = prepared('alerts_of_useful', (db, span: Parameters<Values>) => usefulAlerts(db, span))
const storedPage = prepared('alerts_stored', (db, span: Parameters<Values>) => stored(db, span))

export const oldestListed = (now: Date) => new Date(now.getTime() - ALERTS_DAYS * 86_400_000)

export type AlertSpan = { from: Date; before: CursorPosition; limit: number; forEmail?: boolean }

/** Up to `limit` alerts of these kinds after `from` and before the cursor, newest first. */
export async function alertRows(
  deps: Needs,
  viewerId: string,
  kinds: readonly AlertKind[],
  { from, before, limit, forEmail = false }: AlertSpan,
): Promise<AlertRow[]> {
  const { statements } = deps
  const values: Values = {
    ...viewerContext(deps, viewerId),
    from,
    beforeAt: before.createdAt,
    beforeId: before.id,
    limit,
    forEmail,
  }
  const has = (...some: AlertKind[]) => some.some((kind) => kinds.includes(kind))
  const [bells, mentions, closed, days, told, useful, others] = await Promise.all([
    has('signal') ? bellPage(statements, values) : [],
    has('mention') ? mentionPage(statements, values) : [],
    has('outcome') ? outcomePage(statements, values) : [],
    has('follower') ? followerPage(statements, values) : [],
    has('mention', 'reply') ? commentPage(statements, values) : [],
    has('useful') ? usefulPage(statements, values) : [],
    has('subscriber', 'price', 'payment', 'payout', 'moderation', 'security')
      ? storedPage(statements, values)
      : [],
  ])
  const mentioned = new Set(mentions.map(({ id }) => id))
  const rows: AlertRow[] = [
    ...mentions.map((signal) => signalAlert('mention', signal)),
    // A signal that mentions the viewer is one alert.
    ...bells.filter(({ id }) => !mentioned.has(id)).map((signal) => signalAlert('signal', signal)),
    ...closed.map(({ alertId, alertedAt, ...signal }) => ({
      kind: 'outcome' as const,
      id: alertId,
      createdAt: alertedAt,
      signal,
    })),
    ...days.map((day) => ({ kind: 'follower' as const, ...day })),
    ...told.flatMap(({ toldKind: kind, ...row }) => (kinds.includes(kind) ? [commentAlert(kind, row)] : [])),
    ...useful.map(({ usefulId: id, usefulAt: createdAt, count, ...signal }) => ({
      kind: 'useful' as const,
      id,
      createdAt,
      count,
      signal,
    })),
    ...others.flatMap(({ kind, ...row }) => (kinds.includes(kind) ? [{ kind, ...row }] : [])),
  ]
  return rows.toSorted(newestFirst).slice(0, limit)
}

/** Whether the author has withdrawn the signal, or its text is hidden or removed by now: then it is only in the list. */
const isGone = ({ kind, signal }: AlertRow) =>
  kind === 'signal' && (signal?.withdrawnAt ?? signal?.removedFor ?? signal?.hiddenAt ?? null) !== null

/**
 * For emails and push: up to `limit` wanted alerts, newest first. Keeps reading until it has found them, so that many
 * unwanted alerts don't hide an older wanted one.
 */
export async function wantedRows(
  deps: Needs,
  viewerId: string,
  kinds: readonly AlertKind[],
  span: AlertSpan,
  isWanted: (row: AlertRow) => boolean,
): Promise<AlertRow[]> {
  const found: AlertRow[] = []
  for (let { before } = span; ;) {
    const rows = await alertRows(deps, viewerId, kinds, { ...span, before })
    found.push(...rows.filter((row) => !isGone(row) && isWanted(row)))
    const last = rows.at(-1)
    if (!last || rows.length < span.limit || found.length >= span.limit) return found.slice(0, span.limit)
    before = { createdAt: last.createdAt, id: last.id }
  }
}

const signalAlert = (kind: AlertKind, signal: SignalRow): AlertRow => ({
  kind,
  id: signal.id,
  createdAt: signal.createdAt,
  signal,
})

type Told = SignalRow & { commentId: string; toldAt: Date; body: string; writers: string[] }

/** The alert about comments by one or more people on a signal. */
function commentAlert(kind: AlertKind, { commentId, toldAt, body, writers, ...signal }: Told): AlertRow {
  const people = [...new Set(writers)]
  const comment = { id: commentId, body }
  return {
    kind,
    id: commentId,
    createdAt: toldAt,
    signal,
    comment,
    people: people.slice(0, 3),
    count: people.length,
  }
}

const newestFirst = (a: CursorPosition, b: CursorPosition) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
