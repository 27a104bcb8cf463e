// A switch with a label and a hint; clicking the label works, too.
import { type ComponentProps, type ReactNode, useId } from 'react'
import * as Radix from 'radix-ui/switch'
import { classes } from './classes.ts'

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean | undefined
  name?: string | undefined
}

export function Switch({ label, hint, checked, onCheckedChange, disabled = false, name }: SwitchProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="flex min-h-target items-center gap-3">
      <Toggle
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        {...(name !== undefined && { name })}
        aria-describedby={hintId}
      />
      <div className="grid min-w-0 flex-1 py-1">
        <label htmlFor={id} className={classes('text-label font-medium', disabled && 'text-ink-3')}>
          {label}
        </label>
        {hint !== undefined && (
          <span id={hintId} className="text-small text-ink-2">
            {hint}
          </span>
        )}
      </div>
    </div>
  )
}

/** The switch by itself, for a row that brings its label. */
export function Toggle(props: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      {...props}
      className={classes(
        'relative h-6.5 w-11 flex-none rounded-full border border-line-field bg-sunken',
        'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-50',
        'data-[state=checked]:border-brand-solid data-[state=checked]:bg-brand-solid',
        'forced-colors:data-[state=checked]:bg-[Highlight]',
        // The switch is 26 px high; this makes the click target 44 px high.
        'before:absolute before:-inset-x-1 before:-inset-y-2.5',
      )}
    >
      <Radix.Thumb
        className={classes(
          'block size-4.5 translate-x-[3px] rounded-full bg-ink-3 transition-transform duration-150',
          'ease-settle',
          'data-[state=checked]:translate-x-5.25 data-[state=checked]:bg-on-brand',
          'forced-colors:bg-[ButtonText] forced-colors:data-[state=checked]:bg-[HighlightText]',
        )}
      />
    </Radix.Root>
  )
}
