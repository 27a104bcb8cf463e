// A filter of a list: chips with one chosen, built from native radio buttons. They wrap, or scroll on phones.
import { useId } from 'react'
import { classes } from './classes.ts'

type FilterChipsProps<Value extends string> = {
  /** The accessible name of the group. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onValueChange: (value: Value) => void
}

export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, options, value, onValueChange } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap gap-2">
      {options.map(({ value: own, label: words }) => (
        <label
          key={own}
          className={classes(
            'relative inline-flex min-h-9 items-center rounded-full border border-line-field px-3.5 text-label font-medium',
            'has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            'hover:border-ink-2 forced-colors:has-checked:bg-[Highlight] pointer-coarse:min-h-target',
          )}
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onValueChange(own)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          {words}
        </label>
      ))}
    </div>
  )
}
