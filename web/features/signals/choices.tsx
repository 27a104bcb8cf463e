// Questions about a signal, each with its answers side by side and none chosen from the start.
import { type ReactNode, type Ref, useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FieldError } from '#web/ui/field.tsx'

type Option<Value extends string> = {
  value: Value
  label: string
  /** Only in `ChoiceCards`. */
  hint?: ReactNode
  disabled?: boolean | undefined
}
type ChoicesProps<Value extends string> = {
  question: string
  options: readonly Option<Value>[]
  /** Empty until a choice is made. */
  value: Value | ''
  onChange: (value: Value) => void
  error?: string | undefined
  /** Lets the form focus the first answer that can be chosen. */
  ref?: Ref<HTMLInputElement> | undefined
}

/** Answers with an explanation each, as cards. */
export function ChoiceCards<Value extends string>(props: ChoicesProps<Value>) {
  return (
    <Choices
      {...props}
      list="grid gap-2 md:grid-cols-2 md:gap-3"
      look={classes(
        'relative grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 rounded-control',
        'border border-line-strong px-4 py-2.5 transition-colors duration-150',
        'has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        'has-focus-visible:outline-focus',
        'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-3',
      )}
      radio="mt-[3px] size-4.5 accent-brand-solid outline-none"
    />
  )
}

/** Short answers in a row. */
export function ChoicePills<Value extends string>(props: ChoicesProps<Value>) {
  return (
    <Choices
      {...props}
      list="flex flex-wrap gap-2"
      look={classes(
        'relative inline-flex min-h-10 cursor-pointer items-center rounded-control border border-line-field',
        'bg-surface px-3 text-label font-medium text-ink-2 transition-colors duration-150 hover:text-ink',
        'has-checked:border-brand has-checked:bg-brand-soft has-checked:font-strong has-checked:text-brand',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]',
        'forced-colors:has-checked:forced-color-adjust-none',
      )}
      radio="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
    />
  )
}

function Choices<Value extends string>({
  question,
  options,
  value,
  onChange,
  error,
  ref,
  list,
  look,
  radio,
}: ChoicesProps<Value> & { list: string; look: string; radio: string }) {
  const name = useId()
  const errorId = error === undefined ? undefined : `${name}-error`
  const first = options.find(({ disabled }) => !disabled)
  return (
    <fieldset
      className="grid min-w-0 gap-2"
      role="radiogroup"
      aria-labelledby={`${name}-question`}
      aria-required
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={errorId}
    >
      <legend id={`${name}-question`} className="float-left text-label font-medium">
        {question}
      </legend>
      <div className={list}>
        {options.map((option) => (
          <label key={option.value} className={look}>
            <input
              ref={option === first ? ref : undefined}
              type="radio"
              className={radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-describedby={errorId}
              onChange={() => onChange(option.value)}
            />
            {option.hint === undefined ? (
              option.label
            ) : (
              <span className="grid">
                <span className="font-strong">{option.label}</span>
                <span className="text-small text-pretty">{option.hint}</span>
              </span>
            )}
          </label>
        ))}
      </div>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
