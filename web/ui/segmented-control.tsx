// A segmented control of two to five short options, built from native radio buttons.
import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

type SegmentedControlOption<Value extends string> = {
  value: Value
  label: ReactNode
  icon?: Icon | undefined
  /** The accessible name if it differs from the label, for example "1 month" for "1M". */
  spoken?: string | undefined
  disabled?: boolean | undefined
}
type SegmentedControlProps<Value extends string> = {
  /** The accessible name of the group. */
  label: string
  options: readonly SegmentedControlOption<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /** `sm` is as wide as its labels and 32 px high with a mouse; `md` fills its container. */
  size?: 'md' | 'sm' | undefined
  className?: string | undefined
}

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onValueChange, size = 'md', className } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes(
        'grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-0.5 rounded-switch bg-sunken p-[3px]',
        'forced-colors:border',
        size === 'sm' && 'md:inline-grid',
        className,
      )}
    >
      {options.map(({ value: own, label: words, icon: Icon, spoken, disabled }) => (
        <label key={own} className={classes(PART, size === 'sm' ? SMALL : 'px-4')}>
          <input
            type="radio"
            className={classes(
              'absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none',
              'disabled:cursor-not-allowed',
            )}
            name={name}
            value={own}
            checked={own === value}
            disabled={disabled}
            aria-label={spoken}
            onChange={() => onValueChange(own)}
          />
          {Icon && <Icon className="icon-sm" />}
          {words}
        </label>
      ))}
    </div>
  )
}

const PART = classes(
  'relative flex min-h-target cursor-pointer items-center justify-center gap-2 rounded-[0.5625rem]',
  'text-center',
  'text-label font-medium text-ink-2 transition-[background-color,color] duration-150 hover:text-ink',
  'has-checked:bg-lift has-checked:font-strong has-checked:text-ink has-checked:shadow-card',
  'has-disabled:cursor-not-allowed has-disabled:text-ink-3',
  'has-focus-visible:outline-2 has-focus-visible:outline-focus',
  'forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]',
  'forced-colors:has-checked:forced-color-adjust-none',
)
const SMALL = 'px-3 tabular-nums md:pointer-fine:min-h-8'
