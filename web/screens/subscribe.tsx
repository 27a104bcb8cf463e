// The checkout of a subscription to a creator, at both of its addresses.
import { useParams, useSearch } from 'wouter'
import type { User } from '#shared/contracts/users.ts'
import { SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { nameOf, profileInitials } from '#shared/rules/people.ts'
import { Id } from '#shared/wire.ts'
import { CheckoutFrame } from '#web/features/checkout/checkout-frame.tsx'
import { splitAt } from '#web/features/checkout/offer.ts'
import { OrderSummary } from '#web/features/checkout/order-summary.tsx'
import { useOutcomeRedirect } from '#web/features/checkout/outcome-redirect.ts'
import { PaymentPanel } from '#web/features/checkout/payment-panel.tsx'
import {
  type CheckoutAddress,
  useSubscriptionCheckout,
} from '#web/features/checkout/subscription-checkout.ts'
import { BENEFITS, RiskBanner } from '#web/features/checkout/subscription-terms.tsx'
import { PurchaseFacts, PurchaseLine } from '#web/features/record/purchase-facts.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { Column, useHasAside } from '#web/ui/page.tsx'
import { IconList } from '#web/ui/icon-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

export default function Subscribe() {
  const { creatorId } = useParams<{ creatorId?: string }>()
  const creatorParam = new URLSearchParams(useSearch()).get('creator')
  const creator = Id.safeParse(creatorId ?? creatorParam).data
  useOutcomeRedirect(creator === undefined ? paymentOutcomes.creatorNotFound : undefined)
  if (creator === undefined) return null
  const address = creatorId === undefined ? 'userSubscription' : 'subscribeToCreator'
  return <Checkout key={`${address} ${creator}`} creatorId={creator} address={address} />
}

function Checkout({ creatorId, address }: { creatorId: string; address: CheckoutAddress }) {
  const checkout = useSubscriptionCheckout(creatorId, address)
  const { creator, hasNoDetails, isRedirecting, isLoadingDetails, loadDetails } = checkout
  const name = creator ? nameOf(creator) : (checkout.creatorName ?? 'the creator')
  const priceInCents = checkout.priceInCents ?? SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS
  useTitleAndFocus(`Subscribe to ${name}`)
  const isWide = useHasAside()
  const isPaid = checkout.step === 'confirming' || checkout.step === 'done'
  if (checkout.closed !== undefined)
    return (
      <Column>
        <CreatorUnavailable creator={creator}>{checkout.closed}</CreatorUnavailable>
      </Column>
    )
  return (
    <CheckoutFrame
      title={`Subscribe to ${name}`}
      summary={
        hasNoDetails && !isPaid && !isRedirecting ? (
          <Card>
            <ErrorState onRetry={loadDetails} retrying={isLoadingDetails}>
              {paymentOutcomes.subscriptionDetailsFailed.text}
            </ErrorState>
          </Card>
        ) : (
          <Summary checkout={checkout} priceInCents={priceInCents} />
        )
      }
      payment={
        // Without the details, the person wouldn't see what they pay for.
        (!hasNoDetails || isPaid) && (
          <PaymentPanel
            checkout={checkout}
            amount={dollars(priceInCents + (checkout.taxInCents ?? 0))}
            renewsAtInCents={checkout.priceInCents}
            taxInCents={checkout.taxInCents}
            done={{
              title: `You are now subscribed to ${name}`,
              children: creator && (
                <a className="link" href={paths.profile(creator.username)}>
                  Go to the signals of {name}
                </a>
              ),
            }}
          />
        )
      }
      more={
        <Card as="section" aria-labelledby="get" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id="get" className="text-title font-strong">
            What you get
          </h2>
          {creator && !isWide && <PurchaseFacts creator={creator} priceInCents={priceInCents} link />}
          <IconList items={BENEFITS} />
          <RiskBanner />
        </Card>
      }
    />
  )
}

/** Replaces the checkout, so that no one enters a card in vain. */
function CreatorUnavailable({ creator, children }: { creator: User | undefined; children: string }) {
  return (
    <Card role="status">
      <EmptyState
        level={1}
        title={paymentOutcomes.creatorNotNow.title}
        action={
          <Button asChild variant="outline">
            <a href={creator ? paths.profile(creator.username) : paths.feed}>
              {creator ? `Go to ${nameOf(creator)}’s profile` : 'Go to your feed'}
            </a>
          </Button>
        }
      >
        {children}
      </EmptyState>
    </Card>
  )
}

type SummaryProps = { checkout: ReturnType<typeof useSubscriptionCheckout>; priceInCents: number }

function Summary({ checkout, priceInCents }: SummaryProps) {
  const { creator, offer } = checkout
  const isWide = useHasAside()
  const split = offer && splitAt(offer, priceInCents)
  return (
    <OrderSummary
      lead={
        creator ? (
          <Avatar initials={profileInitials(creator)} hue={hueOf(creator.id)} src={creator.profileImageUrl} />
        ) : (
          <Skeleton className="size-10 rounded-full" />
        )
      }
      name={creator ? nameOf(creator) : <Skeleton className="my-1.5 h-3 w-32" />}
      what={creator?.performanceSource === 'none' ? 'Premium signals' : 'Premium signals and portfolio'}
      beside={creator && !isWide && <PurchaseLine creator={creator} />}
      facts={creator && isWide && <PurchaseFacts creator={creator} priceInCents={priceInCents} link />}
      priceInCents={priceInCents}
      price={price(priceInCents)}
      line={`${creator ? nameOf(creator) : 'Subscription'}, one month`}
      taxInCents={checkout.taxInCents}
      isKnown={checkout.priceInCents !== undefined}
    >
      <p className="border-t border-line pt-4 text-small text-pretty text-ink-2">
        {split && creator ? (
          <>
            Of your {dollars(split.priceInCents)}, {dollars(split.creatorShareInCents)} goes to{' '}
            {nameOf(creator)} ({100 - split.platformFeePercent}%) and {dollars(split.platformFeeInCents)} is
            the platform fee ({split.platformFeePercent}%).
            {checkout.taxInCents !== undefined &&
              checkout.taxInCents > 0 &&
              ' The tax isn’t split: we pay it to the tax authority.'}
          </>
        ) : (
          <span className="grid gap-2 py-1">
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-1/3" />
          </span>
        )}
      </p>
    </OrderSummary>
  )
}
