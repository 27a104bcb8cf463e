// Managing subscriptions.
import { PaymentsMissing } from './payments-missing.tsx'

const POINTS = [
  'People subscribed to you, and what you earn',
  'Your active subscriptions, to manage or cancel',
  'Your creator plan and your price',
]

export default function Subscriptions() {
  return (
    <PaymentsMissing
      title="Manage Subscriptions"
      points={POINTS}
      missing="Subscriptions cannot be changed here. Nothing is charged."
    >
      Everything you pay for and everything you earn, in one place.
    </PaymentsMissing>
  )
}
