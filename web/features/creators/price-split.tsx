// What both price forms show beside the field: a hint, and the platform's part of the typed price.
import { SUBSCRIPTION_PRICE_MAX_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { price, splitPrice } from '#shared/rules/money.ts'
import { useConfig } from '#web/lib/config.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { SplitBar } from '#web/ui/split-bar.tsx'

export const PRICE_HINT = [
  `From ${price(SUBSCRIPTION_PRICE_MIN_IN_CENTS)} to ${price(SUBSCRIPTION_PRICE_MAX_IN_CENTS)}.`,
  'Existing subscribers keep the price they agreed to.',
].join(' ')

/** The split of the typed price; `cents` is undefined while it isn't valid. The height never changes. */
export function PriceSplit({ cents }: { cents: number | undefined }) {
  const feePercent = useConfig().data?.platformFeePercent
  const split =
    cents === undefined || feePercent === undefined
      ? { creator: '–', platform: '–' }
      : amountsOf(splitPrice(cents, feePercent))
  return (
    <div className="grid gap-2">
      {feePercent === undefined || cents === undefined ? (
        <div className="h-2 rounded-full bg-sunken" />
      ) : (
        <SplitBar share={1 - feePercent / 100} />
      )}
      {/* Remounted when the fee is known, so that no text visibly moves. */}
      <p key={String(feePercent)} className="min-h-10 text-label text-ink-2 xs:min-h-5 tabular-nums">
        You receive <strong className="font-strong text-ink">{split.creator}</strong>,{' '}
        <span className="tight:whitespace-nowrap">
          {PRODUCT_NAME} keeps {split.platform}
        </span>
      </p>
    </div>
  )
}

const amountsOf = ({ creatorShareInCents, platformFeeInCents }: ReturnType<typeof splitPrice>) => ({
  creator: dollars(creatorShareInCents),
  platform: dollars(platformFeeInCents),
})
