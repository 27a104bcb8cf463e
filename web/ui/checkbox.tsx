// A box with a sentence beside it, for what a person agrees to.
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
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
          className={classes(
            'grid size-6 flex-none cursor-pointer appearance-none place-items-center rounded-[7px] border-[1.5px]',
            'border-line-field bg-surface checked:border-brand-solid checked:bg-brand-solid',
            // The check mark: two borders of a turned box.
            'before:h-1.5 before:w-3 before:-translate-y-0.5 before:-rotate-45 before:border-b-2 before:border-l-2',
            'before:border-on-brand before:opacity-0 checked:before:opacity-100',
            // In forced-colors mode, the browser draws its own box.
            'forced-colors:appearance-auto forced-colors:before:hidden',
          )}
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
