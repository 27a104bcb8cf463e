// The text controls that go inside a Field: one line, a password, or several lines.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classes } from './classes.ts'
import { useFieldProps } from './field.tsx'

/**
 * The box that all controls share: 44 px high, a border with a contrast of 3:1, a focus ring inside the
 * border.
 */
export const INPUT_BOX = classes(
  'w-full min-w-0 min-h-target rounded-control border border-line-field bg-surface text-body text-ink',
  'tabular-nums transition-[border-color] duration-150 hover:not-disabled:border-ink-2',
  'focus-visible:-outline-offset-1 focus-visible:border-transparent',
  'aria-invalid:border-loss aria-invalid:ring aria-invalid:ring-loss',
  '[&[readonly]]:border-line-strong [&[readonly]]:bg-sunken',
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-ink-3',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  const fieldProps = useFieldProps()
  return (
    <input type="text" {...fieldProps} {...rest} className={classes(INPUT_BOX, 'px-3 py-2', className)} />
  )
}

/** Inside a box that draws the border and the focus ring. */
export function BareInput(props: ComponentProps<'input'>) {
  const fieldProps = useFieldProps()
  return (
    <input
      type="text"
      {...fieldProps}
      {...props}
      className="min-h-8 w-16 min-w-0 flex-1 bg-transparent px-2 text-body outline-none placeholder:text-ink-3"
    />
  )
}

/**
 * A password input with a button that shows what was typed. Pressing it leaves the focus and the cursor where they are.
 */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="flex">
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
        className="rounded-r-none"
      />
      <button
        type="button"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        className={classes(
          'grid w-12 flex-none place-items-center rounded-r-control border border-l-0 border-line-field bg-surface',
          'text-ink-2 transition-colors duration-150 hover:bg-sunken hover:text-ink',
        )}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon className="icon" />
      </button>
    </div>
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const fieldProps = useFieldProps()
  return (
    <textarea
      dir="auto"
      rows={5}
      {...fieldProps}
      {...rest}
      className={classes(INPUT_BOX, 'block min-h-32 resize-y px-3 py-2', className)}
    />
  )
}
