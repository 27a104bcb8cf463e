// Checkout for a creator's subscription, on both of its addresses.
import { useEffect } from 'react'
import { useParams, useSearch } from 'wouter'
import { announce, outcomes } from '#web/lib/outcomes.ts'
import { PaymentsMissing } from './payments-missing.tsx'

const BENEFITS = [
  'Exclusive trade signals and insights',
  'Premium content and analysis',
  "Direct access to the creator's strategy",
]

export default function Subscribe() {
  const { creatorId } = useParams<{ creatorId?: string }>()
  const asked = new URLSearchParams(useSearch()).get('creator')
  const creator = creatorId ?? asked
  useEffect(() => {
    if (!creator) announce(outcomes.creatorNotFound)
  }, [creator])
  if (!creator) return null
  return (
    <PaymentsMissing
      title="Subscribe to the creator"
      points={BENEFITS}
      missing="Nobody can be subscribed to here. Nothing is charged."
    >
      A monthly subscription opens what a creator keeps for subscribers.
    </PaymentsMissing>
  )
}
