// Says which card pays in the sandbox, where one is asked for; nothing where Stripe itself is used.
import { FlaskConical } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'
import { isTestPayments } from '../checkout/test-payments.tsx'

/** Short, as it stands above a card form that has to be seen: the strip on top says that no money is real. */
export function TestCardBanner() {
  if (!isTestPayments()) return null
  return (
    <Banner tone="caution" icon={FlaskConical} className="py-2!">
      Pay with <span className="tabular-nums tight:whitespace-nowrap">4242 4242 4242 4242</span>, any future
      date and any code.
    </Banner>
  )
}
