// The form for what a tax depends on: country, postal code, and the state in the US.
import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { BillingAddress } from '#shared/contracts/tax.ts'
import { US_STATES } from '#shared/rules/us-states.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { countries } from '#web/lib/countries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field, useFieldProps } from '#web/ui/field.tsx'
import { INPUT_BOX, Input } from '#web/ui/text-input.tsx'
import { useChangeAddress } from './billing-address.ts'

type BillingAddressFormProps = {
  address: BillingAddress | null
  /** The label of the button that saves. */
  action: string
  onSaved: () => void
  /** Without it, the form can't be left. */
  onCancel?: (() => void) | undefined
}

const COUNTRIES = countries()

export function BillingAddressForm({ address, action, onSaved, onCancel }: BillingAddressFormProps) {
  const { mutate, isPending, error } = useChangeAddress(onSaved)
  const form = useForm({
    resolver: zodResolver(BillingAddress),
    defaultValues: address ?? { country: '', postalCode: '', state: '' },
  })
  const { errors } = form.formState
  const country = useWatch({ control: form.control, name: 'country' })
  const failed = useId()
  return (
    <form
      noValidate
      className="grid gap-4"
      {...(error && { 'aria-describedby': failed })}
      onSubmit={(event) => {
        // The state of an earlier country isn't shown any more.
        if (form.getValues('country') !== 'US') form.setValue('state', '')
        void form.handleSubmit((typed) => mutate(typed))(event)
      }}
    >
      {error && (
        <Banner tone="loss" role="alert" id={failed}>
          {messageOf(error) ?? 'Couldn’t save your address. Please try again.'}
        </Banner>
      )}
      <Field label="Country" error={errors.country?.message}>
        <NativeSelect {...form.register('country')} autoComplete="country">
          <option value="" disabled>
            Choose
          </option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <div className={classes('grid items-start gap-4', country === 'US' && 'tight:grid-cols-2')}>
        <Field
          label={country === 'US' ? 'ZIP code' : 'Postal code'}
          mark={country === 'US' || country === 'CA' || country === '' ? undefined : '(Optional)'}
          error={errors.postalCode?.message}
        >
          <Input {...form.register('postalCode')} autoComplete="postal-code" spellCheck={false} />
        </Field>
        {country === 'US' && (
          <Field label="State" error={errors.state?.message}>
            <NativeSelect {...form.register('state')} autoComplete="address-level1">
              <option value="" disabled>
                Choose
              </option>
              {[...US_STATES].map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={isPending} pendingLabel="Saving...">
          {action}
        </Button>
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

/** The browser's own select: long lists are searched by typing, and browsers fill in addresses. */
function NativeSelect(props: ComponentProps<'select'>) {
  const fieldProps = useFieldProps()
  return (
    <span className="relative grid">
      <select {...fieldProps} {...props} className={classes(INPUT_BOX, 'appearance-none py-2 pr-9 pl-3')} />
      <ChevronDown className="icon pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2" />
    </span>
  )
}
