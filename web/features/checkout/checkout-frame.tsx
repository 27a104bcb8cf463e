// The layout of a checkout page: the order summary, the card form beside it, and what the buyer gets below.
import type { ReactNode } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { useOnline } from '#web/lib/online.ts'
import { classes } from '#web/ui/classes.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Wide } from '#web/ui/page.tsx'
import { TestCardBanner } from './test-payments.tsx'

export type CheckoutFrameProps = {
  title: string
  /** Why this is needed, for a person who was redirected here. */
  lead?: string
  summary: ReactNode
  /** The card form, or an error in its place. */
  payment: ReactNode
  more: ReactNode
}

export function CheckoutFrame({ title, lead, summary, payment, more }: CheckoutFrameProps) {
  const isOnline = useOnline()
  const { data: config, isError } = useConfig()
  // Waits for the payment mode, so that nothing moves once it is known.
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
