// Shown instead of a premium signal's text: a link to subscribe, or why there is none.
import type { Signal } from '#shared/contracts/signals.ts'
import { SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS } from '#shared/limits.ts'
import { price } from '#shared/rules/money.ts'
import { usePaused } from '#web/features/subscriptions/queries.ts'
import { useHrefWith } from '#web/lib/dialog-address.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LockedPanel } from '#web/ui/signal-frame.tsx'

const subscribersOnlyText = (name: string) => `Only subscribers of ${name} can read this signal.`

export function LockedSignal({ author, name }: { author: Signal['author']; name: string }) {
  const subscribeDialogHref = useHrefWith({ dialog: 'subscribe', creator: author.id })
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
  // An author who is no longer a creator takes no subscribers (spec answer 8).
  if (!author.isCreator) return <LockedPanel title="Premium signal">{subscribersOnlyText(name)}</LockedPanel>
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
      {subscribersOnlyText(name)}{' '}
      <a className="link" href={subscribeDialogHref}>
        See what’s included
      </a>
    </LockedPanel>
  )
}
