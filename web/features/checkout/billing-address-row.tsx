// The billing address in Settings, where prices are before tax.
import { useState } from 'react'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { addressText, useBillingAddress } from './billing-address.ts'
import { BillingAddressForm } from './billing-address-form.tsx'

export function BillingAddressRow() {
  const isTaxed = useConfig().data?.payments.isTaxed === true
  const { data: address, isPending, error } = useBillingAddress(isTaxed)
  const [isOpen, setIsOpen] = useState(false)
  if (!isTaxed || isUnauthorized(error)) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <ListRow
        title={
          address
            ? addressText(address)
            : error
              ? 'Couldn’t load your billing address'
              : isPending
                ? 'Billing address'
                : 'No billing address'
        }
        sub="Sets the tax on future payments."
        end={
          <Button
            variant="outline"
            size="sm"
            aria-haspopup="dialog"
            aria-label={address ? 'Change the billing address' : 'Add a billing address'}
            onClick={() => setIsOpen(true)}
          >
            {address ? 'Change' : 'Add'}
          </Button>
        }
      />
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Billing address">
        <p className="text-small text-pretty text-ink-2">
          The tax on your next payments depends on where you live. Payments you’ve made stay as they are.
        </p>
        <BillingAddressForm address={address ?? null} action="Save" onSaved={close} onCancel={close} />
      </Dialog>
    </>
  )
}
