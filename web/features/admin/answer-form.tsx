// The answer to an author's appeal, or to reporters who asked for another look.
import { type FormEvent, useId, useRef, useState } from 'react'
import { DECISION_TEXT_MAX } from '#shared/limits.ts'
import { shownMessage } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { Choices, type Option } from './choices.tsx'
import { useAnswer, useAnswerLook } from './queries.ts'
import { useKeys } from './use-keys.ts'

const OF_APPEAL = [
  { value: 'kept', label: 'Keep the decision', hint: 'The author reads your answer.' },
  { value: 'reversed', label: 'Reverse it', hint: 'What was done is taken back at once.', shortcut: 'R' },
] as const
const OF_LOOK = [
  { value: 'kept', label: 'Leave it as it is', hint: 'The reporters read your answer.' },
  {
    value: 'reopened',
    label: 'Open a new case',
    hint: 'It is decided again, and they hear the outcome.',
    shortcut: 'R',
  },
] as const

type Answered = { onAnswered: () => void }

export function AppealForm({ decisionId, onAnswered }: Answered & { decisionId: string }) {
  const { mutate, isPending, error } = useAnswer()
  return (
    <AnswerForm
      heading="Answer the appeal"
      readers="the author and the reporters"
      outcomes={OF_APPEAL}
      isPending={isPending}
      error={error}
      onAnswer={(body) => mutate({ id: decisionId, body }, { onSuccess: onAnswered })}
    />
  )
}

export function LookForm({ caseId, onAnswered }: Answered & { caseId: string }) {
  const { mutate, isPending, error } = useAnswerLook()
  return (
    <AnswerForm
      heading="Answer the reporters"
      readers="the reporters"
      outcomes={OF_LOOK}
      isPending={isPending}
      error={error}
      onAnswer={(body) => mutate({ id: caseId, body }, { onSuccess: onAnswered })}
    />
  )
}

type AnswerFormProps<Outcome extends string> = {
  heading: string
  readers: string
  outcomes: readonly Option<Outcome>[]
  isPending: boolean
  error: Error | null
  onAnswer: (body: { outcome: Outcome; answer: string }) => void
}

function AnswerForm<Outcome extends string>(props: AnswerFormProps<Outcome>) {
  const { heading, readers, outcomes, isPending, error, onAnswer } = props
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome>()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useKeys({
    r: () => setOutcome(outcomes.find(({ shortcut }) => shortcut === 'R')?.value),
    'mod+enter': () => form.current?.requestSubmit(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (!outcome || text.trim() === '') return setIsMissing(true)
    onAnswer({ outcome, answer: text })
  }
  return (
    <Card as="section" aria-labelledby={id}>
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id={id} className="text-title font-strong">
          {heading}
        </h2>
        <Choices
          label="Outcome"
          options={outcomes}
          value={outcome}
          error={isMissing && !outcome ? 'Choose an outcome' : undefined}
          onValueChange={setOutcome}
        />
        <Field
          label={`Answer in words, sent to ${readers}`}
          error={isMissing && text.trim() === '' ? 'Answer in words' : undefined}
        >
          <Textarea
            value={text}
            maxLength={DECISION_TEXT_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {error !== null && (
          <Banner tone="loss" role="alert">
            {shownMessage(error, 'Couldn’t send the answer. Try again.')}
          </Banner>
        )}
        <Button type="submit" className="justify-self-start" pending={isPending} pendingLabel="Sending...">
          Send the answer
        </Button>
      </form>
    </Card>
  )
}
