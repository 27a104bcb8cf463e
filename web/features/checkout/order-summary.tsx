// The order: what it costs today. Folded to one line if the card form is below. The renewal terms are above the pay
// button.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { dollars } from '#web/lib/money-and-dates.ts'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { useConfig } from '#web/lib/config.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type OrderSummaryProps = {
  /** An avatar, or an icon of the same size. */
  lead: ReactNode
  name: ReactNode
  what: ReactNode
  /** On phones, below the price, folded or not: the record in a line. */
  beside?: ReactNode
  /** On wide screens, below the price: the record. */
  facts?: ReactNode
  priceInCents: number
  /** The price in large letters: "$12" or "$2.00". */
  price: string
  /** The label of the price's line in the bill. */
  line: string
  /** The tax on top of the price; undefined if the sale isn't taxed, or until the tax is known. */
  taxInCents?: number | undefined
  /** False while the price is only the default one. */
  isKnown?: boolean
  /** Below the bill: where the money goes. */
  children?: ReactNode
}

export function OrderSummary(props: OrderSummaryProps) {
  const {
    lead,
    name,
    what,
    beside,
    facts,
    priceInCents,
    price,
    line,
    taxInCents,
    isKnown = true,
    children,
  } = props
  const { isTaxed, mode } = useConfig().data?.payments ?? {}
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const due = `${dollars(priceInCents + (taxInCents ?? 0))}${isTaxed && taxInCents === undefined ? ' plus tax' : ''}`
  // The default price may be shown until then, but not as the amount due.
  const known = (text: string) =>
    isKnown ? text : <Skeleton className="my-1 inline-block h-3 w-12 align-middle" />
  const value = known(due)
  const items = [
    { label: line, value: isTaxed ? known(dollars(priceInCents)) : value },
    ...(isTaxed
      ? [
          {
            label: taxInCents !== undefined && mode === 'sandbox' ? testTax(priceInCents, taxInCents) : 'Tax',
            value: taxInCents === undefined ? 'Needs your address' : dollars(taxInCents),
          },
        ]
      : []),
  ]
  return (
    <Card
      as="section"
      aria-labelledby="order"
      aria-busy={!isKnown}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 max-desk:py-3"
    >
      <h2 id="order" className="text-label font-medium text-ink-2 max-desk:sr-only">
        Order summary
      </h2>
      <div className="relative flex items-start gap-3 max-desk:gap-2.5">
        {lead}
        <div className="grid min-w-0 flex-1">
          {/* In one column, the page's heading right above has the name. */}
          <span className="font-strong wrap-anywhere max-desk:hidden">{name}</span>
          <span className="text-small text-ink-2 max-desk:hidden">{what}</span>
          <p className="text-label tabular-nums desk:hidden">
            <span className={classes('font-strong', !isKnown && 'text-ink-3')}>{price}/month</span>
            <span className="text-ink-2">
              {' · '}
              <span className="tight:whitespace-nowrap">Due today {value}</span>
            </span>
          </p>
          {beside && <div className="text-small text-ink-2 desk:hidden">{beside}</div>}
        </div>
        <button
          type="button"
          aria-label="Order details"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setIsOpen(!isOpen)}
          className={classes(
            'group grid -mr-1 h-target w-6 flex-none place-items-center rounded-badge text-ink-2 desk:hidden',
            // The whole row is the target, to the edge of the card.
            'after:absolute after:-inset-x-4 after:-inset-y-3',
          )}
        >
          <ChevronDown className="icon transition-[rotate] duration-150 group-aria-expanded:rotate-180" />
        </button>
      </div>
      <p
        className={classes('text-display font-strong tabular-nums max-desk:hidden', !isKnown && 'text-ink-3')}
      >
        {price}
        <span className="text-lead font-regular tracking-normal text-ink-2">/month</span>
      </p>
      {facts}
      <div
        id={details}
        className={classes(
          'grid gap-4 max-desk:border-t max-desk:border-line max-desk:pt-4 max-desk:pb-1',
          !isOpen && 'max-desk:hidden',
        )}
      >
        <PriceBreakdown items={items} total={{ label: 'Due today', value }} />
        {children}
      </div>
    </Card>
  )
}

/** The sandbox's rate isn't a real one. */
const testTax = (priceInCents: number, taxInCents: number) =>
  `Test tax of the sandbox, ${Math.round((1000 * taxInCents) / priceInCents) / 10}%`
