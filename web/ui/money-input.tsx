// An input for an amount of money, with the currency sign before it and the period after it.
import { useId, type ComponentProps } from 'react'
import { classes } from './classes.ts'
import { useFieldProps } from './field.tsx'

type MoneyInputProps = ComponentProps<'input'> & {
  sign?: string | undefined
  /** The period, for example "/month". */
  per?: string | undefined
}

/** Goes inside a Field, like Input. The value is the text as typed; the form parses it. */
export function MoneyInput({ sign = '$', per, className, ...rest }: MoneyInputProps) {
  const fieldProps = useFieldProps()
  const perId = useId()
  const described = classes(fieldProps['aria-describedby'], per !== undefined && perId) || undefined
  const wrong = rest['aria-invalid'] ?? fieldProps['aria-invalid']
  return (
    <div
      data-invalid={wrong === true || wrong === 'true' ? '' : undefined}
      className={classes(
        'flex min-h-target items-center rounded-control border border-line-field bg-surface px-3 text-ink-2',
        'transition-[border-color] duration-150 hover:border-ink-2',
        'focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1',
        'focus-within:outline-focus',
        'data-invalid:border-loss data-invalid:ring data-invalid:ring-loss',
        'has-disabled:border-line-strong has-disabled:bg-sunken',
        className,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...fieldProps}
        {...rest}
        aria-describedby={described}
        className={classes(
          'min-h-10 w-full min-w-0 flex-1 bg-transparent px-2 text-lead font-strong text-ink tabular-nums',
          'outline-none disabled:cursor-not-allowed disabled:text-ink-3',
        )}
      />
      {per !== undefined && <span id={perId}>{per}</span>}
    </div>
  )
}
