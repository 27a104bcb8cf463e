// The sections about alerts, blocks, mutes, reports, comments and payments. Every column is named.
import { sql } from 'kysely'
import { section } from './section.ts'

export const SAFETY_SECTIONS = [
  section(
    'blocks',
    'whom you have blocked.',
    'username createdAt',
    'createdAt username',
    (id) =>
      sql`(select u.username, b.created_at from blocks b join users u on u.id = b.blocked_id
        where b.blocker_id = ${id}) as rows`,
  ),
  section(
    'mutes',
    'the people, tickers and words you have muted.',
    'kind value until createdAt',
    'createdAt kind value',
    (id) =>
      sql`(select m.kind, coalesce(u.username, m.value) as value, m.until, m.created_at from mutes m
        left join users u on u.id = m.muted_person_id where m.person_id = ${id}) as rows`,
  ),
  section(
    'reports',
    'what you have reported, and what came of it.',
    'createdAt subjectKind subjectId reason text closedAt measure look lookedForAt lookOutcome lookAnswer',
    'createdAt id',
    (id) =>
      sql`(select r.id, r.created_at, r.subject_kind, r.subject_id, r.reason, r.text, r.closed_at, d.measure,
        l.text as look, l.created_at as looked_for_at, l.outcome as look_outcome, l.answer as look_answer from reports r
        left join decisions d on d.case_id = r.case_id left join second_looks l on l.report_id = r.id where r.reporter_id = ${id}) as rows`,
  ),
  section(
    'held-pictures',
    'profile pictures that looked like a removed one and waited for a moderator.',
    'heldAt isReplaced',
    'heldAt id',
    (id) => sql`held_pictures where person_id = ${id}`,
  ),
  section(
    'decisions',
    'what our moderators decided about you, your appeals, and the answers.',
    'decidedAt subjectKind subjectId measure facts ground reference isAutomatic territory endsAt appeal appealedAt outcome answer',
    'decidedAt id',
    (id) =>
      sql`(select d.id, d.starts_at as decided_at, c.subject_kind, c.subject_id, d.measure, d.facts, d.ground, d.reference,
        d.is_automatic, d.territory, d.ends_at, p.text as appeal, p.created_at as appealed_at, p.outcome, p.answer
        from cases c join decisions d on d.case_id = c.id left join appeals p on p.decision_id = d.id
        where c.author_id = ${id} and d.measure <> 'dismiss') as rows`,
  ),
  section(
    'restrictions',
    'what you may not do because of a decision, and until when.',
    'startsAt kind endsAt liftedAt decisionId',
    'startsAt kind',
    (id) => sql`restrictions where person_id = ${id}`,
  ),
  section(
    'role',
    'your role as a moderator or administrator.',
    'role createdAt',
    'createdAt',
    (id) => sql`moderators where person_id = ${id}`,
  ),
  section(
    'emails-about-money',
    'which emails about payments we sent you, and what they were about.',
    'queuedAt kind cause',
    'queuedAt kind cause',
    (id) => sql`billing_emails where user_id = ${id}`,
  ),
  section(
    'payouts',
    'what Stripe paid out to your bank, in the smallest unit of the currency.',
    'createdAt amount currency status arrivesAt failureCode emailed',
    'createdAt stripePayoutId',
    (id) => sql`payouts where creator_id = ${id}`,
  ),
  section(
    'silence',
    'since when you have posted no premium signal, if we told you that it pauses your subscriptions.',
    'since warnedAt pausedAt',
    'since',
    (id) => sql`silent_creators where creator_id = ${id}`,
  ),
  section(
    'bells',
    'the people whose signals you want to hear of.',
    'username level push email createdAt',
    'createdAt username',
    (id) =>
      sql`(select u.username, b.level, b.push, b.email, b.created_at from alert_bells b join users u on u.id = b.author_id
        where b.person_id = ${id}) as rows`,
  ),
  section(
    'alert-preferences',
    'which kinds of alerts you want, and from whom, where they differ from the defaults.',
    'kind list push email fromWhom',
    'kind',
    (id) => sql`alert_preferences where person_id = ${id}`,
  ),
  section(
    'alert-schedule',
    'when you want emails about alerts.',
    'timeZone quietFrom quietTo digest digestMinute digestWeekday nextDigestAt digestSince heldSince releaseAt',
    'timeZone',
    (id) => sql`alert_schedules where person_id = ${id}`,
  ),
  section(
    'push-devices',
    'the browsers that get notifications.',
    'createdAt endpoint showsText lastOkAt failures vapidKey heldSince heldFor releaseAt endedAt',
    'createdAt id',
    (id) => sql`push_devices where person_id = ${id}`,
  ),
  section(
    'alerts',
    'what we told you about payments, outcomes and security in the last 90 days.',
    'createdAt kind actor signalId data',
    'createdAt id',
    (id) =>
      sql`(select x.id, x.created_at, x.kind, u.username as actor, x.signal_id, x.data from alerts x
        left join users u on u.id = x.actor_id where x.person_id = ${id}) as rows`,
  ),
  section(
    'alerts-seen',
    'until when you have seen your alerts, and marked them as read; also for single kinds.',
    'kind seenAt readAt',
    'kind',
    (id) =>
      sql`(select null::text as kind, seen_at, read_at from alert_marks where person_id = ${id}
        union all select kind, seen_at, read_at from alert_kind_marks where person_id = ${id}) as rows`,
  ),
  section(
    'last-visit',
    'the day of your last visit, and whether your feed is stored meanwhile.',
    'visitedAt isResting',
    'visitedAt',
    (id) => sql`last_visits where person_id = ${id}`,
  ),
  section(
    'comments',
    'the comments you wrote.',
    'id createdAt signalId parentId body editedAt deletedAt hiddenAt showsHolding',
    'createdAt id',
    (id) => sql`comments where person_id = ${id}`,
  ),
  section(
    'comment-versions',
    'what your edited comments said before.',
    'commentId createdAt body',
    'createdAt commentId',
    (id) =>
      sql`(select v.comment_id, v.created_at, v.body from comment_versions v join comments c on c.id = v.comment_id
        where c.person_id = ${id}) as rows`,
  ),
  section(
    'comment-alerts',
    'comments that answer or mention you.',
    'createdAt kind commentId',
    'createdAt commentId',
    (id) => sql`comment_alerts where person_id = ${id}`,
  ),
  section(
    'useful',
    'the signals that you found useful.',
    'signalId createdAt',
    'createdAt signalId',
    (id) => sql`useful where person_id = ${id}`,
  ),
  section(
    'open-threads',
    'the signals whose comments you have on screen.',
    'signalId until',
    'until signalId',
    (id) => sql`thread_readers where person_id = ${id}`,
  ),
  section(
    'saved-signals',
    'the signals you saved.',
    'signalId createdAt',
    'createdAt signalId',
    (id) => sql`bookmarks where person_id = ${id}`,
  ),
]
