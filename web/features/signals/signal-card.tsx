// One signal as its reader may see it: who, when and the call, or a lock and the way to subscribe (spec 2).
import { LockOpen } from 'lucide-react'
import { memo } from 'react'
import type { Signal } from '#shared/contracts/signals.ts'
import { SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { headerInitials } from '#shared/rules/people.ts'
import { useSubscribeHref } from '#web/features/checkout/subscribe-address.ts'
import { usePaused } from '#web/features/subscriptions/queries.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { LockedPanel, SignalAuthor, SignalFrame } from '#web/ui/signal-post.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { Age, fullDate } from './age.tsx'
import { SignalText } from './signal-text.tsx'
import { intentTone, typeTone } from './tones.ts'
import { capitalised, DISCLAIMER } from './words.ts'

export const SignalCard = memo(function SignalCard({ signal }: { signal: Signal }) {
  const { id, author, content, signalType, timeHorizon, isLocked, isPremium, createdAt } = signal
  const name = author.username || [author.firstName, author.lastName].filter(Boolean).join(' ')
  const profile = paths.profile(author.username)
  return (
    <SignalFrame
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
      age={
        <a
          href={paths.signal(id)}
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 gives it to every role
          aria-description={`Posted ${fullDate(createdAt)}`}
          className="rounded-badge py-1 underline-offset-[0.2em] hover:underline"
        >
          <Age at={createdAt} />
        </a>
      }
      aside={
        isPremium && !isLocked ? (
          <Badge tone="brand" icon={LockOpen}>
            Premium
          </Badge>
        ) : undefined
      }
      badges={isLocked ? undefined : callOf(signal)}
      text={content && <SignalText>{content}</SignalText>}
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
      <Badge key="type" tone={typeTone(signalType)}>
        {capitalised(signalType)}
      </Badge>
    ),
    ...tickers.map((ticker) => <Ticker key={`$${ticker}`} symbol={ticker} href={paths.ticker(ticker)} />),
    intent && (
      <Badge key="intent" tone={intentTone(intent)} weight="medium">
        {capitalised(intent)}
      </Badge>
    ),
  ]
}

const forSubscribersOf = (name: string) => `Call, tickers and reasoning are for subscribers of ${name}.`

function Locked({ author, name }: { author: Signal['author']; name: string }) {
  const subscribeDialog = useSubscribeHref(author.id)
  const { isPaused } = usePaused(author)
  if (isPaused)
    return (
      <LockedPanel
        title="Subscription paused"
        action={
          <Button asChild variant="outline">
            <a href={paths.subscriptionTo(author.id)}>Manage subscription</a>
          </Button>
        }
      >
        {name} can’t be paid right now, so we won’t charge you. It resumes automatically.
      </LockedPanel>
    )
  // Whoever stopped being a creator can't be subscribed to any more (answer 8).
  if (!author.isCreator) return <LockedPanel title="Premium signal">{forSubscribersOf(name)}</LockedPanel>
  return (
    <LockedPanel
      title="Premium signal"
      action={
        <Button asChild variant="soft">
          <a href={paths.subscribeTo(author.id)}>
            Subscribe {price(author.subscriptionPriceInCents || SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS)}/month
          </a>
        </Button>
      }
    >
      {forSubscribersOf(name)}{' '}
      <a className="link" href={subscribeDialog}>
        See what’s included
      </a>
    </LockedPanel>
  )
}
