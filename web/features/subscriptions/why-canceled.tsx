// The question after a cancellation: why? Asked once, inline on the page, and answered without a name.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Subscription } from '#shared/contracts/billing.ts'
import { CANCEL_WORDS_MAX, studio } from '#shared/contracts/studio.ts'
import {
  ANSWERS_TOGETHER,
  CANCEL_REASON_TEXT,
  CANCEL_REASONS,
  type CancelReasonName,
} from '#shared/rules/cancel-reasons.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Textarea } from '#web/ui/text-input.tsx'
import { showToast } from '#web/ui/toast-store.ts'

const OPTIONS = CANCEL_REASONS.map((value) => ({ value, label: CANCEL_REASON_TEXT[value] }))

type WhyCanceledProps = { subscription: Subscription; onClose: () => void }

/** For a subscription that the viewer has just canceled, below its row. */
export function WhyCanceled({ subscription: { id }, onClose }: WhyCanceledProps) {
  const [reason, setReason] = useState<CancelReasonName>()
  const [words, setWords] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const answer = useMutation({
    mutationFn: (chosen: CancelReasonName) =>
      call(studio.cancelReason, { params: { id }, body: { reason: chosen, text: words } }),
    onSuccess: () => {
      showToast({ title: 'Thank you' })
      onClose()
    },
    onError: (error) => {
      if (!isUnauthorized(error))
        followOutcome(failure('Error', 'Couldn’t send your answer. Try again.'), error)
    },
  })
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason && !answer.isPending) answer.mutate(reason)
  }
  return (
    <form ref={form} aria-labelledby="why-canceled" onSubmit={submit} className="grid gap-4 p-4 md:px-6">
      <div className="grid gap-1">
        <h3 id="why-canceled" className="font-strong">
          Why did you cancel?
        </h3>
        <p className="text-small text-pretty text-ink-2">
          It’s canceled either way. The creator sees your answer without your name, once there are{' '}
          {ANSWERS_TOGETHER}.
        </p>
      </div>
      <FilterChips<CancelReasonName | 'none'>
        label="Why you canceled"
        options={OPTIONS}
        value={reason ?? 'none'}
        onValueChange={(chosen) => chosen !== 'none' && setReason(chosen)}
      />
      {reason !== undefined && (
        <Field label="In your words (optional)">
          <Textarea
            rows={2}
            className="min-h-18"
            value={words}
            maxLength={CANCEL_WORDS_MAX}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" size="sm" onClick={onClose}>
          Skip
        </Button>
        {reason !== undefined && (
          <Button type="submit" variant="soft" size="sm" pending={answer.isPending} pendingLabel="Sending...">
            Send answer
          </Button>
        )}
      </div>
    </form>
  )
}
