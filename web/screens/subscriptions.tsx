// Managing subscriptions.
import { PaymentsMissing } from './payments-missing.tsx'

export default function Subscriptions() {
  return (
    <PaymentsMissing title="Subscriptions">
      Subscriptions are managed here once this build can take payments. Until then there is nothing to manage
      or cancel.
    </PaymentsMissing>
  )
}
