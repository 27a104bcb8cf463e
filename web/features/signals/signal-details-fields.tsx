// "Add details" of a new signal: target, stop, and how sure the author is.
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import type { SignalDraft } from './signal-draft.ts'

/** Each of them is validated again when another one changes. */
const TOGETHER = { deps: ['target', 'stop', 'confidence'] } satisfies { deps: (keyof SignalDraft)[] }

type SignalDetailsFieldsProps = { form: UseFormReturn<SignalDraft>; readOnly: boolean }

export function SignalDetailsFields({
  form: { control, register, formState },
  readOnly,
}: SignalDetailsFieldsProps) {
  const { errors } = formState
  const [target, stop, confidence] = useWatch({ control, name: ['target', 'stop', 'confidence'] })
  const isUsed = [target, stop, confidence].some(Boolean)
  return (
    <Details isUsed={isUsed}>
      <Field label="Target" error={errors.target?.message} hint="Your price in US dollars.">
        <Input {...register('target', TOGETHER)} inputMode="decimal" autoComplete="off" readOnly={readOnly} />
      </Field>
      <Field label="Stop" error={errors.stop?.message} hint="Where you’d get out.">
        <Input {...register('stop', TOGETHER)} inputMode="decimal" autoComplete="off" readOnly={readOnly} />
      </Field>
      <Field
        label="Confidence"
        error={errors.confidence?.message}
        hint="How sure are you that it beats SPY? 50–99%"
        className="xs:col-span-2"
      >
        <Input
          {...register('confidence', TOGETHER)}
          inputMode="numeric"
          autoComplete="off"
          readOnly={readOnly}
        />
      </Field>
    </Details>
  )
}

/** Open from the start if a saved draft has details. */
function Details({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  if (isUsed && isOpen === undefined) setIsOpen(true)
  return (
    <div>
      <Disclosure
        label="Add details"
        summary="Target, stop, how sure you are"
        open={isOpen ?? false}
        onOpenChange={setIsOpen}
      >
        <div className="grid items-start gap-4 xs:grid-cols-2">{children}</div>
      </Disclosure>
    </div>
  )
}
