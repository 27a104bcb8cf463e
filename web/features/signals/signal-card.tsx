// One signal as its reader may see it: who, when and the call, or a lock and the way to subscribe (spec 2).
import { LockOpen } from 'lucide-react'
import { memo } from 'react'
import type { Signal } from '#shared/contracts/signals.ts'
import { SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { headerInitials } from '#shared/rules/people.ts'
import { useSubscribeHref } from '#web/features/billing/subscribe-address.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { LockedPanel, SignalAuthor, SignalFrame } from '#web/ui/signal-post.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { Age } from './age.tsx'
import { keepHeight } from './card-heights.ts'
import { capitalised, DISCLAIMER } from './words.ts'

const TYPE_TONE: Record<NonNullable<Signal['signalType']>, BadgeTone> = {
  buy: 'gain',
  sell: 'loss',
  comment: 'info',
}
const INTENT_TONE: Record<NonNullable<Signal['intent']>, BadgeTone> = {
  bullish: 'gain',
  bearish: 'loss',
  taking_profits: 'caution',
  adding_position: 'info',
  watching: 'neutral',
}

export const SignalCard = memo(function SignalCard({ signal }: { signal: Signal }) {
  const { id, author, content, signalType, timeHorizon, isLocked, isPremium, createdAt } = signal
  const name = author.username || [author.firstName, author.lastName].filter(Boolean).join(' ')
  const profile = paths.profile(author.username)
  return (
    <SignalFrame
      ref={keepHeight}
      data-signal={id}
      aria-label={`Signal by ${name}`}
      kind={signalType ?? 'other'}
      locked={isLocked}
      avatar={
        // The name beside it is the same link for a keyboard and a screen reader.
        <a href={profile} tabIndex={-1} aria-hidden="true" className="self-start rounded-full">
          <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
        </a>
      }
      author={<SignalAuthor href={profile}>{name}</SignalAuthor>}
      age={<Age at={createdAt} />}
      aside={
        isPremium && !isLocked ? (
          <Badge tone="brand" icon={LockOpen}>
            Premium
          </Badge>
        ) : undefined
      }
      badges={isLocked ? undefined : callOf(signal)}
      text={content}
      horizon={timeHorizon ? `Time horizon: ${timeHorizon}` : undefined}
      panel={isLocked ? <Locked author={author} name={name} /> : undefined}
      disclaimer={DISCLAIMER}
    />
  )
})

/** The badges one by one, as the frame makes each an item of a list. */
function callOf({ signalType, tickers = [], intent }: Signal) {
  return [
    signalType && (
      <Badge key="type" tone={TYPE_TONE[signalType] ?? 'neutral'}>
        {capitalised(signalType)}
      </Badge>
    ),
    ...tickers.map((ticker) => <Ticker key={`$${ticker}`} symbol={ticker} />),
    intent && (
      <Badge key="intent" tone={INTENT_TONE[intent] ?? 'neutral'} weight="medium">
        {capitalised(intent)}
      </Badge>
    ),
  ]
}

function Locked({ author, name }: { author: Signal['author']; name: string }) {
  const subscribeDialog = useSubscribeHref(author.id)
  return (
    <LockedPanel
      title="Premium signal"
      action={
        // Whoever stopped being a creator can't be subscribed to any more (answer 8).
        author.isCreator && (
          <Button asChild variant="soft">
            <a href={subscribeDialog}>
              Subscribe {price(author.subscriptionPriceInCents || SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS)}/month
            </a>
          </Button>
        )
      }
    >
      Call, tickers and reasoning are for subscribers of {name}.
    </LockedPanel>
  )
}
