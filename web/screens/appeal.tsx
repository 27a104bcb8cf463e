// A decision of our moderators about the viewer, with its reasons, and the viewer's appeal in words.
import { type FormEvent, type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import type { Decision } from '#shared/contracts/reports.ts'
import { APPEAL_TEXT_MAX } from '#shared/limits.ts'
import { useAppeal, useDecisions } from '#web/features/safety/decision-queries.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Column } from '#web/ui/page.tsx'
import { Loading, SignalRowSkeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Textarea } from '#web/ui/text-input.tsx'

export default function Appeal() {
  useTitleAndFocus('Appeal a decision')
  const { id } = useParams<{ id: string }>()
  const { data, error, isFetching, refetch } = useDecisions()
  // The newest about this signal, for the link on its card.
  const decision = data?.find((one) => one.id === id) ?? data?.find((one) => one.subjectId === id)
  return (
    <Column>
      <h1 className="text-heading font-strong">Appeal a decision</h1>
      {decision ? (
        <>
          <Statement decision={decision} />
          <OwnAppeal decision={decision} />
          <p className="text-small text-ink-2">You can also turn to an out-of-court body or a court.</p>
        </>
      ) : data ? (
        <Card>
          <EmptyState post="fallen" title="Decision not found">
            This decision doesn’t exist or isn’t about you.
          </EmptyState>
        </Card>
      ) : error && !isUnauthorized(error) ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {error instanceof OfflineError ? error.message : 'Couldn’t load the decision.'}
          </ErrorState>
        </Card>
      ) : (
        <Loading label="Loading the decision">
          <SignalRowSkeleton />
        </Loading>
      )}
    </Column>
  )
}

const SUBJECTS: Record<Decision['subjectKind'], [kind: string, link: string]> = {
  signal: ['Signal', 'Open the signal'],
  comment: ['Comment', 'One of yours'],
  profile: ['Profile', 'Open your profile'],
}

function Statement({ decision }: { decision: Decision }) {
  const { subjectKind, subjectId, facts, ground, reference, isAutomatic, decidedAt } = decision
  const [kind, link] = SUBJECTS[subjectKind]
  const rows: [string, ReactNode][] = [
    ['Measure', measureText(decision)],
    [
      kind,
      // A removed comment has nothing to open.
      subjectKind === 'comment' ? (
        link
      ) : (
        <TextLink key="signal" href={subjectKind === 'signal' ? paths.signal(subjectId) : paths.ownProfile}>
          {link}
        </TextLink>
      ),
    ],
    ['Facts', facts],
    ['Ground', `${ground === 'law' ? 'The law' : 'Our rules'}: ${reference}`],
    ['Decided by', isAutomatic ? 'Automatically' : 'A moderator, not automatically'],
    ['Date', longDate(decidedAt)],
  ]
  return (
    <Card>
      <h2 className="text-lead font-strong">What we decided</h2>
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[8rem_minmax(0,1fr)] md:gap-y-3">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-small text-ink-3 not-first:mt-2 md:not-first:mt-0">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function measureText({ measure, subjectKind, endsAt }: Decision): string {
  const span = endsAt ? `until ${longDate(endsAt)}` : 'permanently'
  if (measure === 'suspend') return `Suspended, everywhere, ${span}: no posting and no selling`
  if (measure === 'stop_selling') return `No selling, everywhere, ${span}`
  if (measure === 'stop_reporting') return `No reporting, everywhere, ${span}`
  return subjectKind === 'comment'
    ? `Comment removed, everywhere, ${span}`
    : subjectKind === 'signal'
      ? `Text hidden, everywhere, ${span}`
      : `Display name, picture and bio removed, everywhere, ${span}`
}

function OwnAppeal({ decision: { id, appeal, appealUntil } }: { decision: Decision }) {
  if (!appeal) return <AppealForm id={id} until={appealUntil} />
  const { text, createdAt, dueAt, outcome, answer } = appeal
  return (
    <Card>
      <h2 className="text-lead font-strong">Your appeal</h2>
      <p className="text-small text-ink-2">Sent {longDate(createdAt)}</p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <h2 className="text-lead font-strong">Our answer</h2>
      {outcome === null ? (
        <p className="text-ink-2">Another moderator answers in words, by {longDate(dueAt)}.</p>
      ) : (
        <>
          <p>
            {outcome === 'kept'
              ? 'The decision stays.'
              : 'You were right: we reversed the decision, and took back what it did.'}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        </>
      )}
    </Card>
  )
}

function AppealForm({ id, until }: { id: string; until: Date }) {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const appeal = useAppeal()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setIsMissing(true)
    appeal.mutate({ id, text })
  }
  return (
    <Card>
      <form onSubmit={submit} className="grid gap-4">
        <h2 className="text-lead font-strong">Why should we change it?</h2>
        <p className="text-small text-pretty text-ink-2">
          Another moderator reads this and answers in words. You can appeal until {longDate(until)}, once per
          decision.
        </p>
        <Field
          label="Your reasons"
          counter={`${text.length}/${APPEAL_TEXT_MAX}`}
          error={isMissing && text.trim() === '' ? 'Say why we should change it' : undefined}
        >
          <Textarea
            value={text}
            maxLength={APPEAL_TEXT_MAX}
            placeholder="What did we get wrong? Facts help more than intent."
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          className="justify-self-start"
          pending={appeal.isPending}
          pendingLabel="Sending..."
        >
          Send appeal
        </Button>
      </form>
    </Card>
  )
}
