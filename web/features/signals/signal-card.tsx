// A signal as the viewer may see it, as a card or as a row of its author's list: author, time, badges and
// text; or a lock with a link to subscribe (spec section 2).
import { LockOpen } from 'lucide-react'
import { type ComponentType, memo, useState } from 'react'
import type { Signal } from '#shared/contracts/signals.ts'
import { age } from '#shared/rules/age.ts'
import { firstNameOf, headerInitials, isFormerMember, signedName } from '#shared/rules/people.ts'
import { disclosureText } from '#shared/rules/disclosure-text.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { fullDate } from '#web/lib/money-and-dates.ts'
import { MoreMenu } from '#web/lib/more-menu.tsx'
import { useNowSelector } from '#web/lib/now.ts'
import { useAuth } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { SignalAuthor, SignalFrame, SignalRowFrame } from '#web/ui/signal-frame.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { CardActs } from './card-acts.tsx'
import { LockedSignal } from './locked-signal.tsx'
import { SaveButton } from './save-button.tsx'
import { LinkedText } from '#web/lib/linked-text.tsx'
import { labelOf, DISCLAIMER, intentTone, PAID_PROMOTION, typeTone } from './signal-labels.ts'

export type SignalCardProps = {
  signal: Signal
  /** Shows how the signal did; the same component each time, because cards are memoized. */
  Outcome?: ComponentType<{ signal: Signal }> | undefined
}

export const SignalCard = memo(function SignalCard(props: SignalCardProps) {
  const { author } = props.signal
  const name = signedName(author)
  const profile = paths.profile(author.username)
  const viewerId = useAuth().user?.id
  return (
    <SignalFrame
      {...useContentOf(props)}
      avatar={
        // Hidden from keyboards and screen readers, because the name beside it is the same link.
        <a href={profile} tabIndex={-1} aria-hidden="true" className="self-start rounded-full">
          <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
        </a>
      }
      author={<SignalAuthor href={profile}>{name}</SignalAuthor>}
      disclaimer={DISCLAIMER}
      acts={<CardActs signal={props.signal} viewerId={viewerId} />}
    />
  )
})

/**
 * A row of a card that names the author on top and has the disclaimer at its end (docs/spec-answers.md, 42).
 */
export const SignalRow = memo(function SignalRow(props: SignalCardProps) {
  return <SignalRowFrame {...useContentOf(props)} />
})

/** The same with the author, for signals of several authors about one ticker. */
export const SignedSignalRow = memo(function SignedSignalRow(props: SignalCardProps) {
  const { author } = props.signal
  return (
    <SignalRowFrame
      {...useContentOf(props)}
      author={<SignalAuthor href={paths.profile(author.username)}>{signedName(author)}</SignalAuthor>}
    />
  )
})

/** What a card and a row have in common. */
function useContentOf({ signal, Outcome }: SignalCardProps) {
  const viewerId = useAuth().user?.id
  const { id, author, content, hidden, mentions, signalType, timeHorizon, isLocked, createdAt } = signal
  const name = signedName(author)
  return {
    'data-signal': id,
    'aria-label': `Signal by ${name}`,
    kind: signalType ?? 'other',
    locked: isLocked,
    age: (
      <a
        id={`signal-${id}`}
        href={paths.signal(id)}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 gives it to every role
        aria-description={`Posted ${fullDate(createdAt)}`}
        className="rounded-badge py-1 underline-offset-[0.2em] hover:underline"
      >
        <SignalAge at={createdAt} />
      </a>
    ),
    aside: asideOf(signal),
    menu: viewerId === undefined ? undefined : <SignalMenu signal={signal} viewerId={viewerId} />,
    badges: isLocked ? undefined : badgesOf(signal),
    text: signal.isReported ? (
      <Reported>{content}</Reported>
    ) : hidden ? (
      <Hidden signal={signal} hidden={hidden} isOwn={viewerId === signal.userId} />
    ) : (
      content && <LinkedText mentions={mentions}>{content}</LinkedText>
    ),
    horizon:
      [timeHorizon && `Time horizon: ${timeHorizon}`, ...detailsOf(signal)].filter(Boolean).join(' · ') ||
      undefined,
    outcome: Outcome && <Outcome signal={signal} />,
    // A person must not pay for a text that no longer exists.
    panel: isLocked && !hidden ? <LockedSignal author={author} name={name} /> : undefined,
  } as const
}

type HiddenProps = { signal: Signal; hidden: NonNullable<Signal['hidden']>; isOwn: boolean }

function Hidden({ signal: { id, hiddenAt }, hidden, isOwn }: HiddenProps) {
  const text = <span className="text-ink-2 italic">{hiddenText(hidden, hiddenAt)}</span>
  if (hidden !== 'moderated') return text
  return (
    <>
      {text}{' '}
      <a href={isOwn ? paths.appeal(id) : paths.rules} className="link text-small">
        {isOwn ? 'See why or appeal' : 'Rules'}
      </a>
    </>
  )
}

/** Hidden for the reporter only, until the case is decided. */
function Reported({ children }: { children: string | undefined }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="text-ink-2">
      You reported this signal. We’ll tell you the outcome.{' '}
      {children && (
        <button type="button" className="link" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide it' : 'Show it'}
        </button>
      )}
      {isShown && <span className="mt-2 block text-ink">{children}</span>}
    </span>
  )
}

/** Updated while the page is open. */
function SignalAge({ at }: { at: Date }) {
  const text = useNowSelector((nowMs) => age(at.getTime(), nowMs))
  return (
    <time dateTime={at.toISOString()} title={fullDate(at)}>
      {text}
    </time>
  )
}

/** The end of the byline: the premium badge. */
const asideOf = (signal: Signal) =>
  signal.isPremium && !signal.isLocked ? (
    <Badge tone="brand" icon={LockOpen}>
      Premium
    </Badge>
  ) : undefined

/** A former member can't be muted or blocked, because the account no longer exists. */
function SignalMenu({ signal, viewerId }: { signal: Signal; viewerId: string }) {
  const { id, author, userId, tickers = [], hidden } = signal
  const isOwn = userId === viewerId
  return (
    <>
      <SaveButton id={id} isSaved={signal.isSaved ?? false} viewerId={viewerId} />
      <MoreMenu
        label="More about this signal"
        subject={{
          path: publicPaths.signal(id),
          ...(!isOwn && !isFormerMember(author.username) && { person: author, tickers }),
          ...(!isOwn && !signal.isReported && { report: { kind: 'signal', id } }),
          ...(isOwn && !hidden && { withdrawId: id }),
        }}
      />
    </>
  )
}

/** An array, because the frame renders each badge as a list item. */
function badgesOf({ signalType, tickers = [], intent, details }: Signal) {
  return [
    signalType && (
      <Badge key="type" tone={typeTone(signalType)}>
        {labelOf(signalType)}
      </Badge>
    ),
    details?.promotion && (
      <Badge key="paid" tone="caution">
        {PAID_PROMOTION}
      </Badge>
    ),
    ...tickers.map((ticker) => <Ticker key={`$${ticker}`} symbol={ticker} href={paths.ticker(ticker)} />),
    intent && (
      <Badge key="intent" tone={intentTone(intent)} weight="medium">
        {labelOf(intent)}
      </Badge>
    ),
  ]
}

/** What the author stated, in plain words. */
const detailsOf = (signal: Signal) => {
  const { target, stop, confidence } = signal.details ?? {}
  return [
    target && `Target\u00a0$${target}`,
    stop && `Stop\u00a0$${stop}`,
    confidence && `${confidence}%\u00a0confident`,
    disclosureText(firstNameOf(signal.author), signal),
  ]
}
