// The layout of a checkout page: the order summary, the card form beside it, and what the buyer gets below.
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Wide } from '#web/ui/page.tsx'

type CheckoutFrameProps = {
  title: string
  /** Why the purchase is needed, for a person who was redirected here. */
  lead?: string
  summary: ReactNode
  /** The card form, or an error in its place. */
  payment: ReactNode
  more: ReactNode
}

export function CheckoutFrame({ title, lead, summary, payment, more }: CheckoutFrameProps) {
  const isOnline = useOnline()
  const { data: config, isError } = useConfig()
  // Waits for the payment mode, so that nothing moves when it arrives.
  if (!config && !isError) return <Wide aria-busy="true" />
  return (
    <Wide>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong wrap-anywhere">{title}</h1>
        {lead && <p className="text-pretty text-ink-2">{lead}</p>}
      </div>
      <TestCardBanner />
      {!isOnline && (
        <OfflineBanner>
          You need a connection to pay. Your details stay here until you’re back online.
        </OfflineBanner>
      )}
      <div className={GRID}>
        {summary}
        <div className="grid grid-cols-[minmax(0,1fr)] desk:col-start-2 desk:row-span-2 desk:row-start-1">
          {payment}
        </div>
        {more}
      </div>
    </Wide>
  )
}

const GRID = classes(
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-5 desk:gap-x-8',
  'desk:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] desk:grid-rows-[auto_1fr]',
)

/**
 * The server writes the mode into the page (`server/http/front-end.ts`), so it is known before any request.
 */
const isTestPayments = (): boolean => document.documentElement.dataset.payments === 'sandbox'

/** The test card to pay with. One line, so that the card form below stays visible. */
function TestCardBanner() {
  if (!isTestPayments()) return null
  return (
    <Banner tone="caution" icon={FlaskConical} className="py-2!">
      Pay with <span className="tabular-nums tight:whitespace-nowrap">4242 4242 4242 4242</span>, any future
      date and any code.
    </Banner>
  )
}
