// Checkout for a creator's subscription, on both of its addresses.
import { useEffect } from 'react'
import { useParams, useSearch } from 'wouter'
import { announce, outcomes } from '#web/lib/outcomes.ts'
import { PaymentsMissing } from './payments-missing.tsx'

export default function Subscribe() {
  const { creatorId } = useParams<{ creatorId?: string }>()
  const asked = new URLSearchParams(useSearch()).get('creator')
  const creator = creatorId ?? asked
  useEffect(() => {
    if (!creator) announce(outcomes.creatorNotFound)
  }, [creator])
  if (!creator) return null
  return (
    <PaymentsMissing title="Subscribe">
      This build cannot take payments yet, so nothing can be subscribed to and nothing is charged.
    </PaymentsMissing>
  )
}
