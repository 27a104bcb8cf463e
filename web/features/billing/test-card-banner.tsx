// Says which card pays in the sandbox, where one is asked for; nothing where Stripe itself is used.
import { FlaskConical } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'
import { isTestPayments } from './test-payments-strip.tsx'

export function TestCardBanner() {
  if (!isTestPayments()) return null
  return (
    <Banner tone="caution" icon={FlaskConical} title="No money moves">
      Use <span className="tabular-nums xs:whitespace-nowrap">4242 4242 4242 4242</span> with any future date
      and any code.
    </Banner>
  )
}
