// What is bought, what it costs today and later, and how to stop it.
import type { ReactNode } from 'react'
import { useNow } from '#web/lib/now.ts'
import { Bill } from '#web/ui/facts.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { monthAfter } from './next-charge.ts'
import { dayOf, dollars } from './subscription-words.ts'

export type OrderSummaryProps = {
  /** An avatar, or a mark of its size. */
  lead: ReactNode
  name: ReactNode
  what: ReactNode
  priceInCents: number
  /** The price in large letters: "$12" or "$2.00". */
  price: string
  /** The one line of the bill. */
  line: string
  /** False while the price is only the usual one. */
  isKnown?: boolean
  /** Below a line: where the money goes. */
  children?: ReactNode
}

export function OrderSummary(props: OrderSummaryProps) {
  const { lead, name, what, priceInCents, price, line, isKnown = true, children } = props
  const now = useNow()
  const due = dollars(priceInCents)
  const next = dayOf(monthAfter(new Date(now)), new Date(now))
  // The usual price may stand there meanwhile, but nobody is told they owe it.
  const value = isKnown ? due : <Skeleton className="my-1 h-3 w-12" />
  return (
    <Card as="section" aria-labelledby="order" aria-busy={!isKnown} className="grid gap-4">
      <h2 id="order" className="text-label font-medium text-ink-2">
        Order summary
      </h2>
      <div className="flex items-center gap-3">
        {lead}
        <div className="grid min-w-0 flex-1">
          <span className="font-strong wrap-anywhere">{name}</span>
          <span className="text-small text-ink-2">{what}</span>
        </div>
      </div>
      <p className={classes('text-display font-strong tabular-nums', !isKnown && 'text-ink-3')}>
        {price}
        <span className="text-lead font-regular tracking-normal text-ink-2">/month</span>
      </p>
      <Bill items={[{ label: line, value }]} total={{ label: 'Due today', value }} />
      <p className="text-small text-pretty text-ink-2">
        Then {isKnown ? due : 'the same'} on {next} and every month. Cancel any time; you keep access until
        the end of the paid month.
      </p>
      {children}
    </Card>
  )
}
