// A case as moderators see it.
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import type { AdminCase, CaseClaim, CaseRow } from '#shared/contracts/cases.ts'
import { Problem } from '#shared/problems.ts'
import { MANIPULATION_RULE_NAMES } from '#shared/rules/manipulation.ts'
import { historyOf } from './case-history.ts'
import { caseById, type casesIn } from './case-store.ts'

/** The moderator who looks at the case, and when. */
export type Reader = { viewerId: string; now: Date }

type Claimed = { assignedTo: string | null; claimedBy: string | null; claimedUntil: Date | null }

/** Null once the claim has run out. */
function claimView(
  { assignedTo, claimedBy, claimedUntil }: Claimed,
  { viewerId, now }: Reader,
): z.input<typeof CaseClaim> | null {
  if (claimedBy === null || claimedUntil === null || claimedUntil <= now) return null
  return { by: claimedBy, until: claimedUntil.toISOString(), isYours: assignedTo === viewerId }
}

export const caseRowView = (
  row: Awaited<ReturnType<typeof casesIn>>[number],
  reader: Reader,
): z.input<typeof CaseRow> => ({
  id: row.id,
  subjectKind: row.subjectKind,
  author: row.author,
  reports: row.reports,
  measure: row.measure,
  reasons: row.reasons,
  openedAt: row.openedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  appealDueAt: row.appealDueAt?.toISOString() ?? null,
  waitsFor: row.waitsFor,
  claim: claimView(row, reader),
})

/** Fields that this kind of object doesn't have are null. */
const Snapshot = z.object({
  username: z.string(),
  displayName: z.string().nullable().default(null),
  createdAt: z.iso.datetime(),
  content: z.string().nullable().default(null),
  signalType: z.string().nullable().default(null),
  tickers: z
    .array(z.string())
    .nullish()
    .transform((tickers) => tickers ?? []),
  isPremium: z.boolean().default(false),
  /** The signal that a comment is about. */
  signalId: z.uuid().nullable().default(null),
  bio: z.string().nullable().default(null),
  profileImageUrl: z.string().nullable().default(null),
})

/** Throws `case_not_found`. */
export async function adminCase(
  db: Kysely<DB>,
  id: string,
  reader: Reader,
): Promise<z.input<typeof AdminCase>> {
  const found = await caseById(db, id)
  if (!found) throw new Problem('case_not_found')
  const { decision, appeal } = found
  const without = found.notices.map((notice) => ({ ...notice, reporter: null }))
  const reports = [...found.reports, ...without].toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )
  return {
    id,
    subjectKind: found.subjectKind,
    subjectId: found.subjectId,
    state: found.state,
    reasons: found.reasons,
    reports: found.reportCount,
    openedAt: found.openedAt.toISOString(),
    dueAt: found.dueAt.toISOString(),
    measure: decision?.measure ?? null,
    ...waiting(found),
    looks: found.looks.map(({ dueAt: _dueAt, createdAt, ...look }) => ({
      ...look,
      createdAt: createdAt.toISOString(),
    })),
    object: found.snapshot === null ? null : Snapshot.parse(found.snapshot),
    author: found.authorId === null ? null : await authorOf(db, found.authorId, id),
    finding: await findingOf(db, found.snapshot),
    logIndex: found.logIndex,
    list: reports.map(({ createdAt, ...report }) => ({ ...report, createdAt: createdAt.toISOString() })),
    decision: decision && {
      id: decision.id,
      measure: decision.measure,
      facts: decision.facts,
      reference: decision.reference,
      decidedAt: decision.startsAt.toISOString(),
      endsAt: decision.endsAt?.toISOString() ?? null,
      moderator: decision.moderator,
      confirmation: decision.confirmation,
    },
    appeal: appeal && {
      text: appeal.text,
      createdAt: appeal.createdAt.toISOString(),
      dueAt: appeal.dueAt.toISOString(),
      outcome: appeal.outcome,
      answer: appeal.answer,
    },
    claim: claimView(found, reader),
    history: await historyOf(db, id),
  }
}

/** What a decided case is waiting for, and until when. */
function waiting({ appeal, looks, decision }: NonNullable<Awaited<ReturnType<typeof caseById>>>) {
  const of = (waitsFor: 'appeal' | 'look' | 'confirmation', dueAt: Date) => ({
    waitsFor,
    appealDueAt: dueAt.toISOString(),
  })
  if (appeal && appeal.outcome === null) return of('appeal', appeal.dueAt)
  const look = looks.find(({ outcome }) => outcome === null)
  if (look) return of('look', look.dueAt)
  if (decision?.confirmation === 'waiting' && decision.endsAt) return of('confirmation', decision.endsAt)
  return { waitsFor: null, appealDueAt: null }
}

const Finding = z.object({
  finding: z
    .object({
      rule: z.enum(MANIPULATION_RULE_NAMES),
      ticker: z.string().nullable(),
      accounts: z.array(z.string()),
    })
    .nullish(),
})

async function findingOf(db: Kysely<DB>, snapshot: unknown) {
  const finding = snapshot === null ? null : Finding.parse(snapshot).finding
  if (!finding) return null
  const people = await db
    .selectFrom('users')
    .select('username')
    .where('id', 'in', finding.accounts)
    .where('isFormer', '=', false)
    .orderBy('createdAt')
    .execute()
  return { ...finding, accounts: people.map(({ username }) => username) }
}

async function authorOf(db: Kysely<DB>, authorId: string, caseId: string) {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.createdAt'])
    .select(
      sql<number>`(select count(*)::int from subscriptions s where s.creator_id = u.id
        and s.status in ('active', 'trialing', 'past_due'))`.as('subscribers'),
    )
    .select(
      sql<number>`(select count(*)::int from cases c join decisions d on d.case_id = c.id
        where c.author_id = u.id and c.id <> ${caseId} and d.measure <> 'dismiss')`.as('earlier'),
    )
    .where('u.id', '=', authorId)
    .executeTakeFirst()
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null
}
