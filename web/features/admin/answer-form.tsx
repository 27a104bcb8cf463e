// The answer to an author's appeal.
import { type FormEvent, useRef, useState } from 'react'
import { DECISION_TEXT_MAX } from '#shared/limits.ts'
import { shownMessage } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { Choices } from './choices.tsx'
import { useAnswer } from './queries.ts'
import { useKeys } from './use-keys.ts'

const OUTCOMES = [
  { value: 'kept', label: 'Keep the decision', hint: 'The author reads your answer.' },
  { value: 'reversed', label: 'Reverse it', hint: 'What was done is taken back at once.', shortcut: 'R' },
] as const

export function AnswerForm({ decisionId, onAnswered }: { decisionId: string; onAnswered: () => void }) {
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]['value']>()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const answer = useAnswer()
  useKeys({
    r: () => setOutcome('reversed'),
    'mod+enter': () => form.current?.requestSubmit(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer.isPending) return
    if (!outcome || text.trim() === '') return setIsMissing(true)
    answer.mutate({ id: decisionId, body: { outcome, answer: text } }, { onSuccess: onAnswered })
  }
  return (
    <Card as="section" aria-labelledby="answer">
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="answer" className="text-title font-strong">
          Answer the appeal
        </h2>
        <Choices
          label="Outcome"
          options={OUTCOMES}
          value={outcome}
          error={isMissing && !outcome ? 'Choose an outcome' : undefined}
          onValueChange={setOutcome}
        />
        <Field
          label="Answer in words, sent to the author and the reporters"
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
