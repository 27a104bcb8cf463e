// A box with a sentence beside it, for what a person agrees to.
import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type CheckboxProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** Below the box, for example that it must be ticked. */
  error?: ReactNode
  name?: string | undefined
  /** The sentence. Links in it open without ticking the box. */
  children: ReactNode
}

export function Checkbox({ checked, onCheckedChange, error, name, children }: CheckboxProps) {
  const id = useId()
  const hasError = error !== undefined
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-3 text-small">
        <input
          id={id}
          type="checkbox"
          className="size-6 flex-none accent-brand-solid"
          checked={checked}
          {...(name !== undefined && { name })}
          aria-invalid={hasError || undefined}
          aria-describedby={hasError ? `${id}-error` : undefined}
          onChange={({ target }) => onCheckedChange(target.checked)}
        />
        <label htmlFor={id} className="min-w-0 flex-1 py-0.5 text-pretty text-ink-2">
          {children}
        </label>
      </div>
      {hasError && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
