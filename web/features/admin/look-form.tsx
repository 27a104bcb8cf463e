// Reporters who asked for another look at what was left as it is, and the answer to them.
import { type FormEvent, useState } from 'react'
import type { AdminCase } from '#shared/contracts/admin-cases.ts'
import { DECISION_TEXT_MAX } from '#shared/limits.ts'
import { shownMessage } from '#web/lib/api-error.ts'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { Choices } from './choices.tsx'
import { useAnswerLook } from './queries.ts'

export const Looks = ({ looks }: { looks: AdminCase['looks'] }) => (
  <Card as="section" aria-labelledby="looks" className="grid gap-3">
    <h2 id="looks" className="text-title font-strong">
      Asked for another look
    </h2>
    <ul className="grid gap-3">
      {looks.map(({ reporter, text, createdAt, outcome, answer }) => (
        <li key={reporter} className="grid gap-1">
          <p className="text-small text-ink-2">
            @{reporter}, {dateAndTime(createdAt)}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          {outcome !== null && (
            <p className="text-small wrap-anywhere text-ink-2">
              {outcome === 'kept' ? 'Left as it is' : 'Reopened'}: {answer}
            </p>
          )}
        </li>
      ))}
    </ul>
  </Card>
)

const OUTCOMES = [
  { value: 'kept', label: 'Leave it as it is', hint: 'The reporters read your answer.' },
  { value: 'reopened', label: 'Open a new case', hint: 'It is decided again, and they hear the outcome.' },
] as const

export function LookForm({ caseId, onAnswered }: { caseId: string; onAnswered: () => void }) {
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]['value']>()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const answer = useAnswerLook()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer.isPending) return
    if (!outcome || text.trim() === '') return setIsMissing(true)
    answer.mutate({ id: caseId, body: { outcome, answer: text } }, { onSuccess: onAnswered })
  }
  return (
    <Card as="section" aria-labelledby="look">
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="look" className="text-title font-strong">
          Answer the reporters
        </h2>
        <Choices
          label="Outcome"
          options={OUTCOMES}
          value={outcome}
          error={isMissing && !outcome ? 'Choose an outcome' : undefined}
          onValueChange={setOutcome}
        />
        <Field
          label="Answer in words, sent to the reporters"
          error={isMissing && text.trim() === '' ? 'Answer in words' : undefined}
        >
          <Textarea
            value={text}
            maxLength={DECISION_TEXT_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {answer.error !== null && (
          <Banner tone="loss" role="alert">
            {shownMessage(answer.error, 'Couldn’t send the answer')}
          </Banner>
        )}
        <Button
          type="submit"
          className="justify-self-start"
          pending={answer.isPending}
          pendingLabel="Sending..."
        >
          Send the answer
        </Button>
      </form>
    </Card>
  )
}
