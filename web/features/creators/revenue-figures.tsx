// What subscribers pay a month and what is left of it, each figure with its meaning one press away.
import type { Revenue } from '#shared/contracts/creators.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { price } from '#shared/rules/money.ts'
import { dollars } from '#web/features/billing/subscription-words.ts'
import { useConfig } from '#web/lib/config.ts'
import { useViewer } from '#web/lib/session.tsx'
import { ExplainedFigures } from '#web/ui/explained-figures.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const count = new Intl.NumberFormat('en-US')

export function RevenueFigures({ revenue }: { revenue: Revenue }) {
  const { activeSubscribers, monthly, nextPayout } = revenue
  const { hasPrice, stripeOnboardingCompleted, subscriptionPriceInCents } = useViewer()
  const feePercent = useConfig().data?.platformFeePercent
  return (
    <div className="grid gap-3 border-t border-line pt-2">
      <ExplainedFigures
        items={[
          {
            label: 'Your price',
            value: hasPrice ? `${price(subscriptionPriceInCents)}/month` : 'Not set',
            meaning: 'What a new subscriber pays. Existing subscribers keep the price they agreed to.',
          },
          {
            label: 'Active subscribers',
            value: count.format(activeSubscribers),
            meaning: 'Subscriptions paid for the current month.',
          },
          {
            label: 'Gross per month',
            value: dollars(monthly.grossInCents),
            meaning: 'What your active subscribers pay per month, each at the price they agreed to.',
          },
          {
            label: 'Platform fee',
            value: dollars(-monthly.feeInCents),
            meaning: `What ${PRODUCT_NAME} keeps of it${feePercent === undefined ? '' : `, ${feePercent}% of each payment`}.`,
          },
          {
            label: 'Net per month',
            value: dollars(monthly.netInCents),
            meaning: 'Your share: gross less the platform fee.',
            strong: true,
          },
          {
            label: 'Next payout',
            value: nextPayout ? (
              dollars(nextPayout.amountInCents)
            ) : (
              <span className="font-regular text-ink-2">
                {stripeOnboardingCompleted ? 'Not available right now' : 'Once payouts are set up'}
              </span>
            ),
            meaning: 'Your balance at the payment provider, which sends it to your bank.',
          },
        ]}
      />
      <p className="text-caption text-pretty text-ink-3">
        Past-due, unfinished and refunded payments aren’t counted.
      </p>
    </div>
  )
}

const LINES = [1, 2, 3, 4, 5, 6]

/** As high as the figures and the sentence below them. */
export function RevenueFiguresSkeleton() {
  return (
    <div className="grid gap-3 border-t border-line pt-2">
      <div className="divide-y divide-line">
        {LINES.map((line) => (
          <div key={line} className="flex min-h-target items-center justify-between gap-4">
            <Skeleton className="w-32" />
            <Skeleton className="w-16" />
          </div>
        ))}
      </div>
      <span className="flex h-4 items-center">
        <Skeleton className="h-3 w-3/5" />
      </span>
    </div>
  )
}
