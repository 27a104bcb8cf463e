// The sections of a person's data export. Every column is named, so that no secret is included by accident.
import { sql } from 'kysely'
import { STATED_FIELDS } from '#shared/contracts/signals.ts'
import { REFUND_SECTIONS } from './refund-sections.ts'
import { SAFETY_SECTIONS } from './safety-sections.ts'
import { type Section, section } from './section.ts'

const ofOwnAccounts = (id: string) =>
  sql`where account_id in (select id from portfolio_accounts where user_id = ${id})`

export const SECTIONS: readonly Section[] = [
  section(
    'account',
    'your account and profile.',
    'id username email emailVerifiedAt displayName bio profileImageUrl isPublic showsRecordToVisitors joinedFromPage isCreator subscriptionPriceInCents payoutCountry payoutStatus payoutsDue payoutsDueAt payoutsCheckedAt createdAt updatedAt deletionRequestedAt',
    'id',
    (id) => sql`users where id = ${id}`,
  ),
  section(
    'former-usernames',
    'your usernames of the last 90 days, which are reserved for you.',
    'username changedAt',
    'changedAt username',
    (id) => sql`username_changes where user_id = ${id}`,
  ),
  section(
    'sessions',
    'the devices that are signed in.',
    'startedAt lastUsedAt browser expiresAt',
    'startedAt',
    (id) =>
      sql`(select started_at, last_used_at, sess->>'browser' as browser, expire as expires_at
        from sessions where user_id = ${id}) as rows`,
  ),
  section(
    'passkeys',
    'the passkeys that sign you in.',
    'name createdAt lastUsedAt',
    'createdAt name',
    (id) => sql`passkeys where user_id = ${id}`,
  ),
  section(
    'signals',
    'the signals you posted.',
    ['id', 'createdAt', ...STATED_FIELDS, 'withdrawnAt', 'removedFor', 'hiddenAt'].join(' '),
    'createdAt id',
    (id) => sql`signals where user_id = ${id}`,
  ),
  section(
    'follows',
    'whom you follow, and who follows you.',
    'direction username since',
    'direction since username',
    (id) =>
      sql`(select 'following' as direction, u.username, f.created_at as since
          from follows f join users u on u.id = f.following_id where f.follower_id = ${id}
        union all select 'follower', u.username, f.created_at
          from follows f join users u on u.id = f.follower_id where f.following_id = ${id}) as rows`,
  ),
  section(
    'subscriptions',
    'what you subscribe to, and who subscribes to you.',
    'id side username priceInCents feePercent status currentPeriodStart currentPeriodEnd endsAt endedBy immediateAccessRequestedAt createdAt',
    'createdAt id',
    (id) =>
      sql`(select s.*, case when s.subscriber_id = ${id} then 'subscriber' else 'creator' end as side, u.username
        from subscriptions s
        join users u on u.id = case when s.subscriber_id = ${id} then s.creator_id else s.subscriber_id end
        where ${id} in (s.subscriber_id, s.creator_id)) as rows`,
  ),
  section(
    'payments',
    'payments for subscriptions, made and received.',
    'subscriptionId side paidAt amountInCents taxInCents feeInCents refundedInCents feeRefundedInCents disputeStatus periodStart periodEnd',
    'paidAt subscriptionId',
    (id) =>
      sql`(select p.*, case when s.subscriber_id = ${id} then 'made' else 'received' end as side
        from payments p join subscriptions s on s.id = p.subscription_id
        where ${id} in (s.subscriber_id, s.creator_id)) as rows`,
  ),
  ...REFUND_SECTIONS,
  section(
    'creator-plans',
    'your Creator Mode.',
    'id priceInCents taxInCents status currentPeriodStart currentPeriodEnd endsAt immediateAccessRequestedAt createdAt',
    'createdAt id',
    (id) => sql`creator_plans where user_id = ${id}`,
  ),
  section(
    'consents',
    'what you agreed to, and when.',
    'createdAt kind statement title updated textHash subscriptionId planId',
    'createdAt id',
    (id) =>
      sql`(select c.*, t.title, t.updated from consents c left join legal_texts t on t.hash = c.text_hash
        where c.user_id = ${id}) as rows`,
  ),
  section(
    'watchlist',
    'the tickers you watch.',
    'ticker createdAt',
    'createdAt ticker',
    (id) => sql`watched_tickers where user_id = ${id}`,
  ),
  ...SAFETY_SECTIONS,
  section(
    'broker-connections',
    'your connections to brokers.',
    'id provider isSample broker createdAt syncedAt disabledAt endedAt syncError',
    'createdAt id',
    (id) => sql`broker_connections where user_id = ${id}`,
  ),
  section(
    'portfolio-accounts',
    'your accounts at brokers.',
    'id source broker label currency isPaper isMapped isMargin createdAt updatedAt shownAt',
    'createdAt id',
    (id) => sql`portfolio_accounts where user_id = ${id}`,
  ),
  section(
    'portfolio-activities',
    'the transactions in your accounts.',
    'accountId id type day symbol companyName quantity price cash fee ratio currency isShort ownerCost',
    'accountId day id',
    (id) => sql`portfolio_activities ${ofOwnAccounts(id)}`,
  ),
  section(
    'portfolio-openings',
    'opening positions that you entered.',
    'accountId day symbol companyName quantity price currency',
    'accountId day symbol',
    (id) => sql`portfolio_openings ${ofOwnAccounts(id)}`,
  ),
  section(
    'portfolio-statements',
    'statements that your brokers’ files contain.',
    'accountId fromDay toDay statement',
    'accountId fromDay toDay',
    (id) => sql`portfolio_statements ${ofOwnAccounts(id)}`,
  ),
  section(
    'portfolio-left-out-rows',
    'rows of imported files that you left out.',
    'accountId key neighbors',
    'accountId key',
    (id) => sql`portfolio_left_out_rows ${ofOwnAccounts(id)}`,
  ),
  section(
    'portfolio-holdings',
    'your holdings with their returns.',
    'ticker companyName percentReturn weight noPriceSince isAtIntrinsic createdAt updatedAt',
    'ticker',
    (id) => sql`portfolio_holdings where user_id = ${id}`,
  ),
  section(
    'portfolio-performance',
    'your return and risk figures.',
    'performance source linkedSince moneyWeighted cashWeight noReturnReason computedAt summary statementDifferences',
    'computedAt',
    (id) => sql`performance_summaries where user_id = ${id}`,
  ),
  section(
    'portfolio-events',
    'what happened to your record while others could see it.',
    'kind at',
    'at kind',
    (id) => sql`performance_record_events where user_id = ${id}`,
  ),
  section(
    'portfolio-differences',
    'records that disagree with the market.',
    'kind day symbol currency recorded low high',
    'place',
    (id) => sql`portfolio_differences where user_id = ${id}`,
  ),
  section(
    'portfolio-imports',
    'imports that you haven’t confirmed yet.',
    'id createdAt preview',
    'createdAt id',
    (id) => sql`portfolio_imports where user_id = ${id}`,
  ),
  section(
    'portfolio-import-rows',
    'the rows of these imports.',
    'importId activity',
    'importId activity',
    (id) =>
      sql`(select import_id, activity from portfolio_import_rows
        where import_id in (select id from portfolio_imports where user_id = ${id})) as rows`,
  ),
  section(
    'portfolio-files',
    'files that wait for you to say what their columns mean; they are kept for 15 minutes.',
    'id createdAt proposal',
    'createdAt id',
    (id) => sql`portfolio_import_files where user_id = ${id}`,
  ),
  section(
    'portfolio-columns',
    'what you said columns of files mean.',
    'headerHash mapping updatedAt',
    'headerHash',
    (id) => sql`portfolio_column_mappings where user_id = ${id}`,
  ),
  section(
    'emails',
    'the emails we sent you in the last 30 days, and what they were about.',
    'createdAt sentAt template recipient data',
    'createdAt template sentAt',
    // Omits the ids of rows from which emailed links are derived.
    (id) =>
      sql`(select e.created_at, e.sent_at, e.template, e.recipient,
          case when e.data::text like '%okenId%' then null else e.data end as data
        from emails e join users u on lower(u.email) = lower(e.recipient) where u.id = ${id}) as rows`,
  ),
  section(
    'log-author',
    'the random id under which your signals are in the public log, and how many entries it has.',
    'author seq',
    'author',
    (id) => sql`record_authors where user_id = ${id}`,
  ),
  section(
    'account-events',
    'what happened to your account, such as sign-ins, with the network it came from.',
    'createdAt event actor quantity network reason',
    'createdAt id',
    (id) => sql`audit_log where user_id = ${id}`,
  ),
  section(
    'data-exports',
    'the copies of your data that you requested.',
    'id requestedAt readyAt expiresAt sizeInBytes',
    'requestedAt id',
    (id) => sql`data_exports where user_id = ${id}`,
  ),
]
