// What a checkout shows while payments are tests: the card to pay with.
import { FlaskConical } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'

/** The server writes this into the page (`server/http/front-end.ts`), so it is known before anything is fetched. */
const isTestPayments = (): boolean => document.documentElement.dataset.payments === 'sandbox'

/** One line, so that the card form below stays visible. */
export function TestCardBanner() {
  if (!isTestPayments()) return null
  return (
    <Banner tone="caution" icon={FlaskConical} className="py-2!">
      Pay with <span className="tabular-nums tight:whitespace-nowrap">4242 4242 4242 4242</span>, any future
      date and any code.
    </Banner>
  )
}
