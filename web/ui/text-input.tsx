// One line of text, or several: the plain controls that go inside a Field.
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { useFieldProps } from './field.tsx'

/** The box every control shares: 44 px, a 3:1 line, a ring inside the line when focused. */
export const INPUT_BOX = classes(
  'w-full min-w-0 min-h-target rounded-control border border-line-field bg-surface text-body text-ink',
  'tabular-nums transition-[border-color] duration-150 hover:not-disabled:border-ink-2',
  'focus-visible:-outline-offset-1 focus-visible:border-transparent',
  'aria-invalid:border-loss aria-invalid:ring aria-invalid:ring-loss',
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-ink-3',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const tie = useFieldProps()
  return <input type="text" {...tie} {...rest} className={classes(INPUT_BOX, 'px-3 py-2', className)} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const tie = useFieldProps()
  return (
    <textarea
      dir="auto"
      rows={5}
      {...tie}
      {...rest}
      className={classes(INPUT_BOX, 'block min-h-32 resize-y px-3 py-2', className)}
    />
  )
}
