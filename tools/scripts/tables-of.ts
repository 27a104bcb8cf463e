// Describes a migrated database: as TypeScript types for the stores, and as SQL for readers.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { AUDIT_EVENTS } from '#server/audit/events.ts'
import { ACTIVITY_TYPES } from '#engine/portfolio/activity.ts'
import { PAYOUT_NOTICES } from '#server/features/creators/sync-payout-account.ts'
import { TOKEN_PURPOSES } from '#server/features/auth/account-tokens.ts'
import { Subscription, SubscriptionStatus } from '#shared/contracts/billing.ts'
import { PAYOUT_STATES, PayoutAccount } from '#shared/contracts/creators.ts'
import { Account, Provider } from '#shared/contracts/portfolio-accounts.ts'
import { REFUND_CAUSES } from '#shared/contracts/refunds.ts'
import { CaseKind, Measure, SubjectKind } from '#shared/contracts/reports.ts'
import { Mute } from '#shared/contracts/safety.ts'
import { HiddenBecause, Intent, RepliesFrom, SignalType, TimeHorizon } from '#shared/contracts/signals.ts'
import { MarketDifference, RecordEvent } from '#shared/contracts/track-record.ts'
import { User } from '#shared/contracts/users.ts'
import { CANCEL_REASONS } from '#shared/rules/cancel-reasons.ts'
import { CONSENT_KINDS } from '#shared/rules/consent.ts'
import { RESTRICTIONS } from '#shared/rules/restrictions.ts'
import { REPORT_REASON_NAMES } from '#shared/rules/report-reasons.ts'
import { EMAILS } from '#shared/emails/templates.ts'
import { ALERT_EMAILS, ALERT_KINDS, BELL_LEVELS, DIGESTS, FROM_WHOM } from '#shared/rules/alert-kinds.ts'

const root = join(import.meta.dirname, '../..')
export const TABLES_FILE = join(root, 'server/db/tables.ts')
export const SCHEMA_FILE = join(root, 'server/db/schema.sql')

const oneOf = ({ options }: { options: readonly string[] }) =>
  options.map((word) => JSON.stringify(word)).join(' | ')
/** Text columns whose type is a set from the contract or the server. `Generated` marks a column with a default. */
const ENUMS = {
  'account_tokens.purpose': oneOf({ options: TOKEN_PURPOSES }),
  'audit_log.event': oneOf({ options: AUDIT_EVENTS }),
  'audit_log.actor': oneOf({ options: ['user', 'visitor', 'operator', 'system'] }),
  'emails.template': oneOf({ options: Object.keys(EMAILS) }),
  'creator_plans.status': oneOf(SubscriptionStatus),
  'subscriptions.status': `Generated<${oneOf(SubscriptionStatus)}>`,
  'subscriptions.ended_by': `${oneOf(Subscription.shape.endedBy.unwrap())} | null`,
  'refunds.cause': oneOf({ options: REFUND_CAUSES }),
  'refund_requests.answered_by': `${oneOf({ options: ['creator', 'operator'] })} | null`,
  'cancel_reasons.reason': oneOf({ options: CANCEL_REASONS }),
  'broker_connections.provider': oneOf(Provider.shape.name),
  'broker_customers.provider': oneOf(Provider.shape.name),
  'portfolio_accounts.source': oneOf(Account.shape.source),
  'portfolio_activities.type': oneOf({ options: ACTIVITY_TYPES }),
  'portfolio_differences.kind': oneOf(MarketDifference.shape.kind),
  'mutes.kind': oneOf(Mute.shape.kind),
  'cases.subject_kind': oneOf(CaseKind),
  'cases.state': `Generated<${oneOf({ options: ['open', 'closed'] })}>`,
  'cases.opened_for': `${oneOf({ options: REPORT_REASON_NAMES })} | null`,
  'reports.subject_kind': oneOf(SubjectKind),
  'reports.reason': oneOf({ options: REPORT_REASON_NAMES }),
  'notices.reason': oneOf({ options: REPORT_REASON_NAMES }),
  'moderators.role': oneOf({ options: ['moderator', 'administrator'] }),
  'decisions.measure': oneOf(Measure),
  'restrictions.kind': oneOf({ options: RESTRICTIONS }),
  'decisions.ground': `${oneOf({ options: ['law', 'rule'] })} | null`,
  'decisions.confirmation': `${oneOf({ options: ['waiting', 'confirmed', 'declined'] })} | null`,
  'second_looks.outcome': `${oneOf({ options: ['kept', 'reopened'] })} | null`,
  'notice_looks.outcome': `${oneOf({ options: ['kept', 'reopened'] })} | null`,
  'appeals.outcome': `${oneOf({ options: ['kept', 'reversed'] })} | null`,
  'alert_bells.level': oneOf({ options: BELL_LEVELS }),
  'alert_bells.email': `${oneOf({ options: ALERT_EMAILS })} | null`,
  'consents.kind': oneOf({ options: CONSENT_KINDS }),
  'failed_steps.loop': oneOf({ options: ['signal_email', 'digest', 'quiet_hours', 'push', 'held_push'] }),
  'push_devices.held_for': `${oneOf({ options: ['quiet', 'service', 'due'] })} | null`,
  'alert_preferences.kind': oneOf({ options: ALERT_KINDS }),
  'alert_preferences.email': oneOf({ options: ALERT_EMAILS }),
  'alert_preferences.from_whom': `${oneOf({ options: FROM_WHOM })} | null`,
  'alert_kind_marks.kind': oneOf({ options: ALERT_KINDS }),
  'alert_schedules.digest': `Generated<${oneOf({ options: DIGESTS })}>`,
  'alerts.kind': oneOf({ options: ALERT_KINDS }),
  'performance_summaries.source': oneOf(User.shape.performanceSource),
  'users.payouts_emailed': `${oneOf({ options: PAYOUT_NOTICES })} | null`,
  'payouts.status': oneOf({ options: PAYOUT_STATES }),
  'payouts.emailed': `${oneOf({ options: ['paid', 'failed'] })} | null`,
  'users.payout_status': `Generated<${oneOf(PayoutAccount.shape.standing)}>`,
  'record_people.horizon': `${oneOf(TimeHorizon)} | null`,
  'record_full_people.horizon': `${oneOf(TimeHorizon)} | null`,
  'performance_record_events.kind': oneOf(RecordEvent.shape.kind),
  'signals.signal_type': oneOf(SignalType),
  'signals.intent': `${oneOf(Intent)} | null`,
  'signals.time_horizon': `${oneOf(TimeHorizon)} | null`,
  'signals.replies_from': `${oneOf(RepliesFrom)} | null`,
  'comment_alerts.kind': oneOf({ options: ['reply', 'mention'] }),
  'signals.details':
    '{ holds?: "yes" | "no" | "unsaid" | undefined; promotion?: "paid" | undefined; paidBy?: string | undefined; target?: string | undefined; stop?: string | undefined; confidence?: string | undefined } | null',
  'signals.removed_for': `${oneOf(HiddenBecause.exclude(['withdrawn', 'moderated']))} | null`,
}

/** The content of server/db/tables.ts for this database. */
export async function tablesOf(url: string): Promise<string> {
  const generator = join(createRequire(import.meta.url).resolve('kysely-codegen'), '../cli/bin.js')
  // Writes to a file, because its standard output starts with its own messages.
  const folder = await mkdtemp(join(tmpdir(), 'signalpost-tables-'))
  const file = join(folder, 'tables.ts')
  const options =
    '--dialect postgres --camel-case --default-schema public --include-pattern public.* --log-level error'
  try {
    const enums = ['--overrides', JSON.stringify({ columns: ENUMS })]
    // As server/db/open.ts reads them.
    const numbers = ['--type-mapping', JSON.stringify({ int8: 'number' })]
    const args = [generator, ...options.split(' '), ...enums, ...numbers, '--url', url, '--out-file', file]
    await promisify(execFile)(process.execPath, ['--no-warnings', ...args])
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The content of server/db/schema.sql, read from the catalogs and sorted by name. */
export async function schemaOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(SCHEMA)
    const parts = rows.map(({ text }) => text.trimEnd())
    return [HEAD, ...parts].join('\n\n').concat('\n')
  } finally {
    await client.end()
  }
}

const HEAD = `-- The tables as all migrations together make them, to be read; written by npm run check -- --tables.
-- Changes are made by a new file in migrations/.`

/**
 * Functions, then each table with columns, constraints, indexes and triggers. Indexes of constraints aren't
 * repeated.
 */
const SCHEMA = `
  with
  ours as (
    select c.oid, c.relname, c.relpersistence from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition),
  columns as (
    select a.attrelid as oid, a.attnum as place, '  ' || quote_ident(a.attname) || ' ' ||
           format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end ||
           case a.attgenerated
             when 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
             else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end as line
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attnum > 0 and not a.attisdropped),
  constraints as (
    select conrelid as oid, conname, contype,
           '  constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as line
      from pg_constraint where contype in ('p', 'u', 'c', 'f', 'x')),
  lines as (
    select oid, 0 as part, place::text as name, place, line from columns
    union all
    select oid, position(contype::text in 'pucfx'), conname, 0, line from constraints),
  tables as (
    select o.oid, 'create ' || case o.relpersistence when 'u' then 'unlogged ' else '' end || 'table ' ||
           quote_ident(o.relname) || E' (\\n' ||
           (select string_agg(l.line, E',\\n' order by l.part, l.place, l.name collate "C") from lines l where l.oid = o.oid) ||
           E'\\n)' || coalesce(' partition by ' || pg_get_partkeydef(o.oid), '') || ';' as head,
           (select string_agg(E'\\n' || pg_get_indexdef(i.indexrelid) || ';', '' order by i.indexrelid::regclass::text collate "C")
              from pg_index i where i.indrelid = o.oid
               and not exists (select from pg_constraint k where k.conindid = i.indexrelid)) as indexes,
           (select string_agg(E'\\n' || pg_get_triggerdef(t.oid) || ';', '' order by t.tgname collate "C")
              from pg_trigger t where t.tgrelid = o.oid and not t.tgisinternal) as triggers
      from ours o)
  select text from (
    select 0 as part, proname::text as name, pg_get_functiondef(oid) || ';' as text
      from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 1, o.relname::text, t.head || coalesce(t.indexes, '') || coalesce(t.triggers, '')
      from ours o join tables t using (oid)) parts
  order by part, name collate "C"`
