// One line above every page: no money is real here. Nothing where Stripe itself is used.
import { FlaskConical } from 'lucide-react'

/** The server writes it into the page (`server/http/front-end.ts`), so it is known before anything is fetched. */
export const isTestPayments = (): boolean => document.documentElement.dataset.payments === 'sandbox'

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
