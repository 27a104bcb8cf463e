// The terms of a subscription: what it includes, its price, who gets the money, and the risk.
import type { Offer } from '#shared/contracts/billing.ts'
import { price } from '#shared/rules/money.ts'
import { nameOf, profileInitials } from '#shared/rules/people.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { PerformanceFigure } from '#web/ui/performance-figure.tsx'
import { IconList } from '#web/ui/icon-list.tsx'
import { SplitBar } from '#web/ui/split-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export const BENEFITS = [
  { text: 'Exclusive trade signals and insights' },
  { text: 'Premium content and analysis' },
  { text: "Direct access to the creator's strategy" },
] as const

/** The investment disclaimer, shown before a person pays for signals. */
export function RiskBanner() {
  return (
    <Banner tone="caution" title="Not financial advice">
      Signals are informational. Investing involves risk of loss, and past performance doesn’t predict future
      results.
    </Banner>
  )
}

export function SubscriptionTerms({ offer }: { offer: Offer }) {
  const { creator, priceInCents, creatorShareInCents, platformFeeInCents, platformFeePercent } = offer
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4 border-b border-line pb-5">
        <Avatar initials={profileInitials(creator)} hue={hueOf(creator.id)} src={creator.profileImageUrl} />
        <span className="line-clamp-2 min-w-0 flex-1 font-strong wrap-anywhere">{nameOf(creator)}</span>
        <p className="grid flex-none justify-items-end">
          <span className="text-title font-strong tabular-nums">{price(priceInCents)}</span>
          <span className="text-caption text-ink-3">per month</span>
        </p>
        <dl className="w-full">
          <dt className="text-small text-ink-2">Performance</dt>
          <dd>
            <PerformanceFigure of={creator} />
          </dd>
        </dl>
      </div>
      <IconList items={BENEFITS} />
      <div className="grid gap-4">
        <SplitBar share={creatorShareInCents / priceInCents} />
        <PriceBreakdown
          items={[
            { label: `Creator, ${100 - platformFeePercent}%`, value: dollars(creatorShareInCents) },
            { label: `Platform fee, ${platformFeePercent}%`, value: dollars(platformFeeInCents) },
          ]}
        />
      </div>
      <RiskBanner />
    </>
  )
}

export function SubscriptionTermsSkeleton() {
  return (
    <Loading label="Loading subscription details" className="gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4 border-b border-line pb-5">
        <Skeleton className="size-10 rounded-full" />
        <Skeleton className="w-2/5 flex-none" />
        <Skeleton className="my-3 ml-auto h-6 w-12" />
        <div className="grid h-12 w-full content-center gap-2.5">
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="w-3/5" />
        </div>
      </div>
      <IconList items={BENEFITS} />
      <Skeleton className="h-2 rounded-full" />
      <Skeleton className="my-1 w-full" />
      <Skeleton className="my-1 w-full" />
      <RiskBanner />
    </Loading>
  )
}
