// The terms of a subscription: what it includes, its price, who gets the money, and the risk.
import type { ComponentType } from 'react'
import type { Offer } from '#shared/contracts/billing.ts'
import type { User } from '#shared/contracts/users.ts'
import { price } from '#shared/rules/money.ts'
import { nameOf, profileInitials } from '#shared/rules/people.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { hueOf } from '#web/ui/hue.ts'
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

type SubscriptionTermsProps = { offer: Offer; Facts: ComponentType<{ creator: User; priceInCents: number }> }

export function SubscriptionTerms({ offer, Facts }: SubscriptionTermsProps) {
  const { creator, priceInCents, creatorShareInCents, platformFeeInCents, platformFeePercent } = offer
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
        <Avatar initials={profileInitials(creator)} hue={hueOf(creator.id)} src={creator.profileImageUrl} />
        <span className="line-clamp-2 min-w-0 flex-1 font-strong wrap-anywhere">{nameOf(creator)}</span>
        <p className="grid flex-none justify-items-end">
          <span className="text-title font-strong tabular-nums">{price(priceInCents)}</span>
          <span className="text-caption text-ink-3">per month</span>
        </p>
      </div>
      <Facts creator={creator} priceInCents={priceInCents} />
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
        <Skeleton className="h-64 w-full" />
      </div>
      <IconList items={BENEFITS} />
      <Skeleton className="h-2 rounded-full" />
      <Skeleton className="my-1 w-full" />
      <Skeleton className="my-1 w-full" />
      <RiskBanner />
    </Loading>
  )
}
