// The viewer's appeal in words, or the form for it; and a reporter's request for another look.
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Decision, Look, Report } from '#shared/contracts/reports.ts'
import { APPEAL_TEXT_MAX } from '#shared/limits.ts'
import { REPORT_REASONS } from '#shared/rules/report-reasons.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { useAppeal, useAskForLook } from './decision-queries.ts'

export function OwnAppeal({ decision: { id, appeal, appealUntil } }: { decision: Decision }) {
  const send = useAppeal()
  if (!appeal)
    return (
      <AppealForm
        title="Why should we change it?"
        hint={`Another moderator reads this and answers in words. You can appeal until ${longDate(appealUntil)}, once per decision.`}
        action="Send appeal"
        isPending={send.isPending}
        onSend={(text) => send.mutate({ id, text })}
      />
    )
  return (
    <Sent
      title="Your appeal"
      {...appeal}
      outcome={
        appeal.outcome &&
        (appeal.outcome === 'kept'
          ? 'The decision stands.'
          : 'Your appeal succeeded: we reversed the decision and undid its effects.')
      }
    />
  )
}

/** A report that was left as it is. */
export function OwnReport({ report }: { report: Report & { outcome: NonNullable<Report['outcome']> } }) {
  const { id, reason, text, createdAt, outcome, look } = report
  const send = useAskForLook()
  return (
    <>
      <Reported
        subject={`A ${report.subjectKind}`}
        {...{ reason, text, createdAt }}
        outcome={`Reviewed ${longDate(outcome.decidedAt)}: no action. Our email says why.`}
      />
      <AskedLook
        look={look}
        askUntil={outcome.askUntil}
        isPending={send.isPending}
        onSend={(words) => send.mutate({ id, text: words })}
      />
    </>
  )
}

type ReportedProps = Pick<Report, 'reason' | 'text' | 'createdAt'> & {
  subject: string
  outcome: string
  children?: ReactNode
}

export const Reported = ({ subject, reason, text, createdAt, outcome, children }: ReportedProps) => (
  <Card className="grid gap-3">
    <h2 className="text-lead font-strong">What you reported</h2>
    <p className="wrap-anywhere">
      {subject}: {REPORT_REASONS[reason].label}
      {text !== '' && <>. “{text}”</>}
    </p>
    <p className="text-small text-ink-2">
      Reported {longDate(createdAt)}. {outcome}
    </p>
    {children}
  </Card>
)

type AskedLookProps = {
  look: Look | null
  /** Null once the time to ask is over. */
  askUntil: Date | null
  isPending: boolean
  onSend: (text: string) => void
}

/** A reporter's request for another look with our answer, or the form for it. */
export const AskedLook = ({ look, askUntil, isPending, onSend }: AskedLookProps) =>
  look ? (
    <Sent
      title="What you said"
      {...look}
      outcome={
        look.outcome &&
        (look.outcome === 'kept' ? 'No change.' : 'We’re reviewing it again. You’ll hear the outcome.')
      }
    />
  ) : (
    askUntil && (
      <AppealForm
        title="Why should we look again?"
        hint={`Another moderator reads this and answers in words, by email. You can ask until ${longDate(askUntil)}, once per report.`}
        action="Ask for another look"
        isPending={isPending}
        onSend={onSend}
      />
    )
  )

type SentProps = {
  title: string
  text: string
  createdAt: Date
  dueAt: Date
  /** The outcome in words; null until the request is answered. */
  outcome: string | null
  answer: string | null
}

const Sent = ({ title, text, createdAt, dueAt, outcome, answer }: SentProps) => (
  <Card className="grid gap-3">
    <h2 className="text-lead font-strong">{title}</h2>
    <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    <p className="text-small text-ink-2">Sent {longDate(createdAt)}</p>
    <h2 className="mt-2 text-lead font-strong">Our answer</h2>
    {outcome === null ? (
      <p className="text-ink-2">
        Another moderator answers in words, by {longDate(dueAt)}. We’ll email you the answer.
      </p>
    ) : (
      <>
        <p>{outcome}</p>
        <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
      </>
    )}
  </Card>
)

type FormProps = {
  title: string
  hint: string
  action: string
  isPending: boolean
  onSend: (text: string) => void
}

function AppealForm({ title, hint, action, isPending, onSend }: FormProps) {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setIsMissing(true)
    onSend(text)
  }
  return (
    <Card>
      <form onSubmit={submit} className="grid gap-4">
        <h2 className="text-lead font-strong">{title}</h2>
        <p className="text-small text-pretty text-ink-2">{hint}</p>
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
        <Button type="submit" className="justify-self-start" pending={isPending} pendingLabel="Sending...">
          {action}
        </Button>
      </form>
    </Card>
  )
}
