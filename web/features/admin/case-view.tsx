// One case: the object as it was, what was reported, what is known of its author, and what was decided.
import { Fragment, type ReactNode } from 'react'
import { Flag } from 'lucide-react'
import type { AdminCase, CaseClaim, CaseObject } from '#shared/contracts/cases.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { MANIPULATION_RULES } from '#shared/rules/manipulation.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { dateAndTime, longDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { AppealForm, LookForm } from './answer-form.tsx'
import { CaseHistory } from './case-history.tsx'
import { MEASURE_WORDS, titleOf } from './case-words.ts'
import { Claim } from './claim.tsx'
import { ConfirmCard } from './confirm-card.tsx'
import { DecideForm } from './decide-form.tsx'
import { Looks } from './looks.tsx'

type CaseViewProps = {
  found: AdminCase
  claim: CaseClaim | null
  /** Opens the next case after a decision. */
  onDecided: () => void
}

export function CaseView({ found, claim, onDecided }: CaseViewProps) {
  const { object, author, list, reports, decision, appeal, logIndex } = found
  const first = list[0]?.createdAt ?? found.openedAt
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-5">
      <Card as="section" aria-labelledby="case" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="case" tabIndex={-1} className="text-title font-strong">
              {titleOf(found.reasons)}
            </h2>
            {(decision === null || found.waitsFor !== null) && (
              <Claim key={found.id} caseId={found.id} claim={claim} />
            )}
          </div>
          <p className="text-small text-ink-2">
            {reports === 0
              ? `Opened by a ${found.finding || found.subjectKind === 'picture' ? 'rule' : 'moderator'}, ${dateAndTime(first)}.`
              : `${reports === 1 ? '1 report' : `${formatCount(reports)} reports`}, first ${dateAndTime(first)}.`}
          </p>
        </div>
        {object ? (
          <ObjectAsItWas found={found} object={object} />
        ) : (
          <p className="text-ink-2">The author has left, and what they wrote left with them.</p>
        )}
        {found.finding && <Found finding={found.finding} />}
        {list.length > 0 && (
          <ul className="grid gap-2" aria-label="Reports">
            {list.map(({ id, reporter, reason, text }) => (
              <li key={id} className="flex gap-2 text-small text-ink-2">
                <Flag className="icon-sm mt-0.5 flex-none" />
                <span className="min-w-0 wrap-anywhere">
                  {REPORT_REASONS[reason].label}
                  {text !== '' && <>: “{text}”</>}
                  <span className="text-ink-3">
                    {' '}
                    {reporter === null ? 'without an account' : `@${reporter}`}
                  </span>
                </span>
              </li>
            ))}
            {reports > list.length && (
              <li className="text-small text-ink-2">The first {formatCount(list.length)} are shown.</li>
            )}
          </ul>
        )}
        <Facts
          items={[
            { label: 'Account', value: author ? `Since ${longDate(author.createdAt)}` : 'Left' },
            { label: 'Earlier decisions', value: formatCount(author?.earlier ?? 0) },
            { label: 'Subscribers', value: formatCount(author?.subscribers ?? 0) },
            ...(found.subjectKind === 'signal'
              ? [
                  {
                    label: 'Log entry',
                    value: logIndex === null ? '—' : `${formatCount(logIndex)}, stays scored`,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      {decision ? (
        <Decision found={found} />
      ) : (
        <DecideForm key={found.id} found={found} onDecided={onDecided} />
      )}
      {decision && appeal && appeal.outcome === null && (
        <AppealForm key={decision.id} decisionId={decision.id} onAnswered={onDecided} />
      )}
      {found.looks.length > 0 && <Looks looks={found.looks} />}
      {found.waitsFor === 'look' && <LookForm key={found.id} caseId={found.id} onAnswered={onDecided} />}
      {decision?.confirmation === 'waiting' && (
        <ConfirmCard key={found.id} caseId={found.id} onConfirmed={onDecided} />
      )}
      <CaseHistory history={found.history} />
    </div>
  )
}

function ObjectAsItWas({ found, object }: { found: AdminCase; object: CaseObject }) {
  const { username, content, signalType, tickers, isPremium, bio, createdAt, signalId } = object
  const link =
    found.subjectKind === 'signal'
      ? paths.signal(found.subjectId)
      : found.subjectKind === 'comment' && signalId !== null
        ? paths.comment(signalId, found.subjectId)
        : paths.profile(found.author?.username ?? username)
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-control border border-line bg-sunken p-4">
      <Avatar
        size={found.subjectKind === 'picture' ? 'lg' : undefined}
        initials={headerInitials(object)}
        hue={hueOf(found.author?.id ?? found.id)}
        src={object.profileImageUrl}
      />
      <div className="grid content-start gap-2">
        <figcaption className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-strong wrap-anywhere">
            <bdi>{nameOf(object)}</bdi>
          </span>
          <span className="text-small text-ink-2">@{username}</span>
          <TextLink href={link} className="inline-block py-0.5 text-small">
            {found.subjectKind === 'profile' || found.subjectKind === 'picture'
              ? 'Profile as it is now'
              : `${found.subjectKind === 'signal' ? 'Signal' : 'Comment'} of ${longDate(createdAt)}`}
          </TextLink>
        </figcaption>
        {(signalType !== null || isPremium) && (
          <div className="flex flex-wrap gap-2">
            {signalType !== null && (
              <Badge tone="outline" className="capitalize">
                {signalType}
              </Badge>
            )}
            {tickers.map((ticker) => (
              <Badge key={ticker} tone="outline">
                ${ticker}
              </Badge>
            ))}
            {isPremium && <Badge tone="brand">Premium</Badge>}
          </div>
        )}
        <p className="wrap-anywhere whitespace-pre-line">
          {found.subjectKind === 'picture'
            ? 'This picture looks like a removed one, and only moderators see it until you decide.'
            : (content ?? bio ?? 'No bio.')}
        </p>
      </div>
    </figure>
  )
}

function Found({ finding: { rule, ticker, accounts } }: { finding: NonNullable<AdminCase['finding']> }) {
  return (
    <div className="grid gap-1 text-small text-ink-2">
      <p>
        <span className="font-strong text-ink">{MANIPULATION_RULES[rule].text}.</span>
        {ticker !== null && ` Ticker: $${ticker}.`} A rule found this; it decides nothing.
      </p>
      <p className="wrap-anywhere">
        {accounts.length === 1 ? 'Account: ' : `${formatCount(accounts.length)} accounts: `}
        {accounts.map((name, place) => (
          <Fragment key={name}>
            {place > 0 && ', '}
            <TextLink href={paths.profile(name)}>@{name}</TextLink>
          </Fragment>
        ))}
      </p>
    </div>
  )
}

const CONFIRMATION = {
  waiting: 'Hasn’t confirmed that it is permanent',
  confirmed: 'Confirmed that it is permanent',
  declined: 'Left it at these days',
}

function Decision({ found: { decision, appeal } }: { found: AdminCase }) {
  if (!decision) return null
  const rows: [string, ReactNode][] = [
    [
      'Action',
      `${MEASURE_WORDS[decision.measure]}${decision.endsAt ? ` until ${longDate(decision.endsAt)}` : ''}`,
    ],
    ...(decision.confirmation === null
      ? []
      : ([['Second moderator', CONFIRMATION[decision.confirmation]]] as [string, ReactNode][])),
    ['Facts', decision.facts],
    ['Basis', decision.reference ?? 'None needed'],
    ['Decided by', `${decision.moderator ?? 'A former moderator'}, ${dateAndTime(decision.decidedAt)}`],
    ...(appeal ? ([['Appeal', appeal.text]] as [string, ReactNode][]) : []),
    ...(appeal?.outcome
      ? ([['Answer', `${appeal.outcome === 'kept' ? 'Kept' : 'Reversed'}: ${appeal.answer ?? ''}`]] as [
          string,
          ReactNode,
        ][])
      : []),
  ]
  return (
    <Card as="section" aria-labelledby="decision" className="grid gap-3">
      <h2 id="decision" className="text-title font-strong">
        Decision
      </h2>
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[8rem_minmax(0,1fr)] md:gap-y-3">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-small text-ink-3 not-first:mt-2 md:not-first:mt-0">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
