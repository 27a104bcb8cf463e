// A row of the list of alerts: who or what, what happened, the fact, one action, and when.
import {
  Bell,
  CircleCheck,
  CreditCard,
  Gavel,
  MessageCircle,
  Shield,
  Tag,
  ThumbsUp,
  UserPlus,
  Wallet,
} from 'lucide-react'
import type { Alert } from '#shared/contracts/alerts.ts'
import { age } from '#shared/rules/age.ts'
import type { AlertKind } from '#shared/rules/alert-kinds.ts'
import { alertText } from '#shared/rules/alert-text.ts'
import { firstAndLastName, headerInitials } from '#shared/rules/people.ts'
import { fullDate } from '#web/lib/money-and-dates.ts'
import { useNowSelector } from '#web/lib/now.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { hueOf } from '#web/ui/hue.ts'
import type { Icon } from '#web/ui/icon.ts'

export function AlertRow({ alert, isNew }: { alert: Alert; isNew: boolean }) {
  const { title, fact, href, action } = alertText(alert)
  return (
    <li className="flex gap-3 px-4 py-3 md:px-6">
      <Lead alert={alert} />
      <div className="grid min-w-0 flex-1 justify-items-start wrap-anywhere">
        <span className={isNew ? 'font-strong' : 'font-medium'}>
          {href === null ? (
            title
          ) : (
            <a href={href} className="rounded-badge underline-offset-[0.2em] hover:underline">
              {title}
            </a>
          )}
        </span>
        {fact !== '' && <span className="line-clamp-3 text-small text-ink-2 tabular-nums">{fact}</span>}
        {action && (
          <Button asChild variant="outline" size="sm" className="mt-2">
            <a href={action.href}>{action.label}</a>
          </Button>
        )}
      </div>
      <When at={alert.createdAt} isNew={isNew} />
    </li>
  )
}

function When({ at, isNew }: { at: Date; isNew: boolean }) {
  const text = useNowSelector((nowMs) => age(at.getTime(), nowMs))
  return (
    <time
      dateTime={at.toISOString()}
      title={fullDate(at)}
      className={classes(
        'flex-none text-small tabular-nums',
        isNew ? 'font-strong text-brand' : 'text-ink-2',
      )}
    >
      {isNew && <span className="sr-only">New, </span>}
      {text}
    </time>
  )
}

const MARKS: Record<Exclude<AlertKind, 'signal' | 'mention'>, { icon: Icon; look: string }> = {
  outcome: { icon: CircleCheck, look: 'bg-sunken text-ink-2' },
  reply: { icon: MessageCircle, look: 'bg-sunken text-ink-2' },
  useful: { icon: ThumbsUp, look: 'bg-sunken text-ink-2' },
  follower: { icon: UserPlus, look: 'bg-brand-soft text-brand' },
  subscriber: { icon: Wallet, look: 'bg-brand-soft text-brand' },
  price: { icon: Tag, look: 'bg-sunken text-ink-2' },
  payment: { icon: CreditCard, look: 'bg-loss-soft text-loss' },
  payout: { icon: CreditCard, look: 'bg-caution-soft text-caution' },
  moderation: { icon: Gavel, look: 'bg-sunken text-ink-2' },
  security: { icon: Shield, look: 'bg-sunken text-ink-2' },
}

/** The avatar of the person who did it, or a mark for events of the viewer's own account. Never the color alone. */
function Lead({ alert: { kind, person } }: { alert: Alert }) {
  if ((kind === 'signal' || kind === 'mention' || kind === 'reply') && person)
    return (
      <span aria-hidden="true">
        <Avatar
          initials={headerInitials({ ...person, ...firstAndLastName(person.displayName) })}
          hue={hueOf(person.id)}
          src={person.profileImageUrl}
        />
      </span>
    )
  const { icon: Mark, look } =
    kind === 'signal' || kind === 'mention' ? { icon: Bell, look: 'bg-sunken text-ink-2' } : MARKS[kind]
  return (
    <span
      aria-hidden="true"
      className={classes('grid size-10 flex-none place-items-center rounded-full', look)}
    >
      <Mark className="icon" />
    </span>
  )
}
