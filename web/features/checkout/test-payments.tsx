// What the page shows while payments are tests: a strip on every page, and the card to pay with at a checkout.
import { FlaskConical } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'

/** The server writes this into the page (`server/http/front-end.ts`), so it is known before anything is fetched. */
const isTestPayments = (): boolean => document.documentElement.dataset.payments === 'sandbox'

export function TestPaymentsStrip() {
  if (!isTestPayments()) return null
  return (
    <aside
      aria-label="Payments"
      className="flex items-center justify-center gap-2 bg-caution-soft px-4 py-1.5 text-small font-medium text-caution"
    >
      <FlaskConical className="icon-sm flex-none" />
      <p>Test payments, no real money</p>
    </aside>
  )
}

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
