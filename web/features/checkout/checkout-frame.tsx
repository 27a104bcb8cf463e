// The page of a checkout: what is bought, beside it the card, and below the first what one gets for it.
import type { ReactNode } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { useOnline } from '#web/lib/online.ts'
import { classes } from '#web/ui/classes.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Wide } from '#web/ui/page.tsx'
import { TestCardBanner } from '../billing/test-card-banner.tsx'

export type CheckoutFrameProps = {
  title: string
  /** What it is for, for whoever was led here on the way to something else. */
  lead?: string
  summary: ReactNode
  /** The card form, or what stands in its place. */
  payment: ReactNode
  more: ReactNode
}

export function CheckoutFrame({ title, lead, summary, payment, more }: CheckoutFrameProps) {
  const isOnline = useOnline()
  const { data: config, isError } = useConfig()
  // Whether payments are real decides what stands at the top: nothing is shown that would have to make room for it.
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
      <div className={PLACES}>
        {summary}
        <div className="grid grid-cols-[minmax(0,1fr)] desk:col-start-2 desk:row-span-2 desk:row-start-1">
          {payment}
        </div>
        {more}
      </div>
    </Wide>
  )
}

const PLACES = classes(
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-5 desk:gap-x-8',
  'desk:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] desk:grid-rows-[auto_1fr]',
)
