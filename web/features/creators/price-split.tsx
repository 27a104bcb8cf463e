// How a typed price is shared between the creator and the platform, while it is typed.
import { PRODUCT_NAME } from '#shared/product.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { dollars } from '#web/features/billing/subscription-words.ts'
import { useConfig } from '#web/lib/config.ts'
import { SplitBar } from '#web/ui/split-bar.tsx'

/** `cents` is undefined while nothing valid is typed; the place keeps its height. */
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
      {/* Drawn anew when the amounts arrive, so that no word moves. */}
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
