// Calls for reports, for what was decided about the viewer, and for appeals.
import type { z } from 'zod'
import { decodeCursor, paginate } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { notices } from '#shared/contracts/notices.ts'
import { type Decision, type Report, reports } from '#shared/contracts/reports.ts'
import { Problem } from '#shared/problems.ts'
import { appeal } from './appeal.ts'
import { report } from './report.ts'
import {
  decisionAbout,
  decisionsAbout,
  type DecisionRow,
  lookView,
  ownReport,
  ownReports,
  reportOfDecision,
  type ReportRow,
} from './report-store.ts'
import { askForLook } from './second-look.ts'
import { appealUntil } from './tell-author.ts'
import { takeNotice } from './notice.ts'
import { askByLink, noticeAt } from './notice-look.ts'
import { transparencyOf } from './transparency.ts'

export function reportRoutes(serve: Serve, deps: Deps): void {
  serve(reports.send, async ({ viewer, body }) => {
    const id = await report(deps, viewer.id, body)
    return reportView(await ownReport(deps, viewer.id, id))
  })

  serve(reports.own, async ({ viewer, query: { limit, cursor }, http }) => {
    const page = paginate(await ownReports(deps, viewer.id, limit, decodeCursor(cursor)), limit)
    linkNext(http, page.next)
    return page.rows.map(reportView)
  })

  serve(reports.askForLook, async ({ viewer, params, body, http }) => {
    await askForLook({ ...deps, by: http.by }, viewer.id, params.id, body.text)
    return reportView(await ownReport(deps, viewer.id, params.id))
  })

  serve(reports.decisions, async ({ viewer, query: { limit, cursor }, http }) => {
    const page = paginate(await decisionsAbout(deps, viewer.id, limit, decodeCursor(cursor)), limit)
    linkNext(http, page.next)
    return page.rows.map(decisionView)
  })

  serve(reports.decision, async ({ viewer, params: { id } }) => {
    const about = await decisionAbout(deps, viewer.id, id)
    const own = about ? undefined : await reportOfDecision(deps, viewer.id, id)
    if (!about && !own) throw new Problem('decision_not_found')
    return { decision: about ? decisionView(about) : null, report: own ? reportView(own) : null }
  })

  serve(reports.appeal, async ({ viewer, params, body, http }) => {
    await appeal({ ...deps, by: http.by }, viewer.id, params.id, body.text)
    const row = await decisionAbout(deps, viewer.id, params.id)
    // The account was deleted in the meantime.
    if (!row) throw new Problem('decision_not_found')
    return decisionView(row)
  })
}

/** These calls are also open to people without an account. */
export function noticeRoutes(serve: Serve, deps: Deps): void {
  serve(notices.send, async ({ body }) => {
    const { dueAt, isConfirmed } = await takeNotice(deps, body)
    return { dueAt: dueAt.toISOString(), isConfirmed }
  })
  serve(notices.checkLink, ({ body }) => noticeAt(deps, body.token))
  serve(notices.askForLook, async ({ body: { token, text }, http: { by } }) => {
    await askByLink({ ...deps, by }, token, text)
    return await noticeAt(deps, token)
  })
  serve(notices.transparency, () => transparencyOf(deps.db, deps.clock.now()))
}

function reportView(row: ReportRow): z.input<typeof Report> {
  const { id, subjectKind, subjectId, reason, text, measure, decidedAt, decisionId, createdAt, dueAt } = row
  return {
    id,
    subjectKind,
    subjectId,
    reason,
    text,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    outcome:
      measure === null || decidedAt === null || decisionId === null
        ? null
        : {
            measure,
            decidedAt: decidedAt.toISOString(),
            decisionId,
            askUntil: measure === 'dismiss' ? appealUntil(decidedAt).toISOString() : null,
          },
    look: lookView(row),
  }
}

function decisionView(row: DecisionRow): z.input<typeof Decision> {
  const {
    id,
    subjectKind,
    subjectId,
    measure,
    facts,
    ground,
    reference,
    isAutomatic,
    territory,
    createdAt: decidedAt,
    endsAt,
  } = row
  // The database refuses a measure without them.
  if (ground === null || reference === null) throw new Error(`Decision ${id} has no ground`)
  const statement = { id, subjectKind, subjectId, measure, facts, ground, reference, isAutomatic, territory }
  const { text, appealedAt, dueAt, outcome, answer, answeredAt } = row
  return {
    ...statement,
    decidedAt: decidedAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    appealUntil: appealUntil(decidedAt).toISOString(),
    appeal:
      text === null || appealedAt === null || dueAt === null
        ? null
        : {
            text,
            createdAt: appealedAt.toISOString(),
            dueAt: dueAt.toISOString(),
            outcome,
            answer,
            decidedAt: answeredAt?.toISOString() ?? null,
          },
  }
}
