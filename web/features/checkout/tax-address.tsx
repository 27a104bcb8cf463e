// The billing address of a taxed checkout, which the tax depends on: its form, its errors and the address in use.
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { focusCentered } from '#web/ui/focus.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { addressText, useBillingAddress } from './billing-address.ts'
import { BillingAddressForm } from './billing-address-form.tsx'
import type { useCheckout } from './checkout.ts'

type TaxProps = { tax: ReturnType<typeof useCheckout>['tax'] }

/** Shown in place of the card form until the tax is known. */
export function AddressCard({ tax }: TaxProps) {
  const address = useBillingAddress()
  const heading = useRef<HTMLHeadingElement>(null)
  const { isChanging } = tax
  useEffect(() => {
    if (isChanging) focusCentered(heading.current)
  }, [isChanging])
  return (
    <Card as="section" aria-labelledby="billing-address" className="grid gap-4">
      <div className="grid gap-1">
        <h2
          ref={heading}
          id="billing-address"
          tabIndex={-1}
          className="text-title font-strong focus:outline-none"
        >
          Billing address
        </h2>
        <p className="text-small text-pretty text-ink-2">
          The tax depends on where you live. You see it before you pay.
        </p>
      </div>
      {address.isPending ? (
        <Loading label="Loading your address">
          <Skeleton className="h-target rounded-control" />
        </Loading>
      ) : (
        <BillingAddressForm
          address={address.data ?? null}
          action="Show the total"
          onSaved={tax.onAddressSaved}
          onCancel={isChanging ? tax.keepAddress : undefined}
        />
      )}
    </Card>
  )
}

/** Shown if the tax couldn't be calculated. Nothing was charged. */
export function TaxFailed({ tax, message }: TaxProps & { message: string }) {
  return (
    <Card className="grid gap-3">
      <ErrorState onRetry={tax.retry} retrying={tax.isRetrying}>
        {message}
      </ErrorState>
      <Button variant="ghost" onClick={tax.changeAddress}>
        Change the billing address
      </Button>
    </Card>
  )
}

/** Shown above the pay button: the address that the tax is based on. */
export function TaxedAt({ tax }: TaxProps) {
  const { data: address } = useBillingAddress()
  if (!address) return null
  return (
    <p className="text-small text-pretty text-ink-2">
      Taxed at {addressText(address)}.{' '}
      <button
        type="button"
        className="link"
        aria-label="Change the billing address"
        onClick={tax.changeAddress}
      >
        Change
      </button>
    </p>
  )
}
