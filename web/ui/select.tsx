// A select for a short list, styled like the text controls.
import * as Radix from 'radix-ui/select'
import { Check, ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import { useFieldProps } from './field.tsx'
import { INPUT_BOX } from './text-input.tsx'

type SelectOption<Value extends string> = { value: Value; label: string; disabled?: boolean }
type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  /** `undefined` shows the placeholder. */
  value: Value | undefined
  onValueChange: (value: Value) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  name?: string | undefined
  /** Only outside a Field. */
  'aria-label'?: string | undefined
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, placeholder = 'Choose', disabled = false, name } = props
  const fieldProps = useFieldProps()
  return (
    <Radix.Root
      value={value ?? ''}
      onValueChange={(next) => onValueChange(next as Value)}
      disabled={disabled}
      {...(name !== undefined && { name })}
    >
      <Radix.Trigger
        {...fieldProps}
        {...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] })}
        className={classes(
          INPUT_BOX,
          'flex items-center justify-between gap-2 px-3 py-2 text-left data-[placeholder]:text-ink-3',
        )}
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon asChild>
          <ChevronDown className="icon text-ink-2" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={classes(
            'z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
            'max-w-[calc(100vw-1rem)] overflow-hidden rounded-switch border border-line bg-raised',
            'shadow-float',
            'animate-appear',
          )}
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={classes(
                  'flex min-h-target cursor-pointer items-center justify-between gap-4',
                  'rounded-control px-3 py-2',
                  'text-body select-none data-[highlighted]:bg-sunken',
                  // Arrow keys move the focus; the background alone is too faint to see where it is.
                  'outline-focus -outline-offset-2 focus-visible:outline-2',
                  'data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-3',
                  'data-[state=checked]:font-medium forced-colors:data-[highlighted]:outline-2',
                )}
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check className="icon-sm text-brand" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
