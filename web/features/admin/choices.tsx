// A choice between a few actions, each with its effect.
import { useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FieldError } from '#web/ui/field.tsx'

export type Option<Value extends string> = { value: Value; label: string; hint: string; shortcut?: string }
type ChoicesProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value | undefined
  error?: string | undefined
  onValueChange: (value: Value) => void
}

export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, options, value, error, onValueChange } = props
  const name = useId()
  return (
    <fieldset
      className="grid min-w-0 gap-2"
      role="radiogroup"
      aria-label={label}
      aria-required
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classes(
            'relative grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 rounded-control border',
            'border-line-strong px-4 py-2.5 transition-colors duration-150 has-checked:border-brand',
            'has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
            'has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            className="mt-[3px] size-4.5 accent-brand-solid outline-none"
            name={name}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          <span className="min-w-0">
            <span className="block font-strong">{option.label}</span>
            <span className="block text-small text-ink-2">{option.hint}</span>
          </span>
          {option.shortcut !== undefined && (
            <kbd aria-hidden="true" className="self-start text-small text-ink-3 max-md:hidden">
              {option.shortcut}
            </kbd>
          )}
        </label>
      ))}
      {error !== undefined && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
