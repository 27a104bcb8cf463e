// The layouts of a signal, as a card and as a row: a semaphore post below the author's avatar shows what type
// of signal it is.
import { Children, Fragment, isValidElement, type ComponentProps, type ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { classes } from './classes.ts'

type SignalKind = 'buy' | 'sell' | 'comment' | 'other'
export type SignalFrameProps = Omit<ComponentProps<'article'>, 'children'> & {
  /** Raises, lowers or levels the semaphore's arm. Undefined for a locked signal. */
  kind?: SignalKind | undefined
  /** Shows a lock on the post instead of the arm. */
  locked?: boolean | undefined
  /** Renders without its own card, for lists inside one card. */
  flat?: boolean | undefined
  avatar: ReactNode
  /** Usually SignalAuthor. */
  author: ReactNode
  age?: ReactNode
  /** At the end of the byline: the premium badge. */
  aside?: ReactNode
  /** A button in the corner. */
  menu?: ReactNode
  /** Badge and Ticker elements; each becomes one item of a list. */
  badges?: ReactNode
  text?: ReactNode
  horizon?: ReactNode
  /** The result: usually OutcomeLine. */
  outcome?: ReactNode
  /** Replaces badges and text: usually LockedPanel. */
  panel?: ReactNode
  disclaimer: ReactNode
  /** Buttons beside the disclaimer. */
  acts?: ReactNode
}

export function SignalFrame(props: SignalFrameProps) {
  const {
    kind,
    locked,
    flat,
    avatar,
    author,
    age,
    aside,
    menu,
    badges,
    text,
    horizon,
    outcome,
    panel,
    disclaimer,
    acts,
    ...rest
  } = props
  return (
    <article
      {...rest}
      className={classes('signal', rest.className)}
      data-type={locked ? undefined : kind}
      data-flat={flat ? '' : undefined}
    >
      {avatar}
      <header
        className={classes(
          'signal-by relative flex min-h-10 min-w-0 flex-wrap content-center items-center gap-x-2 gap-y-1',
          menu !== undefined && 'pr-17 max-tight:pr-0',
        )}
      >
        {author}
        {age !== undefined && <span className="flex-none text-label text-ink-3 tabular-nums">{age}</span>}
        {aside !== undefined && (
          <div className="flex min-w-0 flex-wrap items-center gap-2 xs:ml-auto">{aside}</div>
        )}
        {menu !== undefined && (
          <div className="absolute top-1 -right-1.5 flex max-tight:static max-tight:-ml-2">{menu}</div>
        )}
      </header>
      <SemaphorePost arm={!locked && kind !== undefined} locked={locked} />
      <div className="signal-body min-w-0">
        <BadgeList badges={badges} className="min-h-9 pt-3" />
        <SignalWords text={text} horizon={horizon} />
        {panel}
        {outcome}
        {acts ? (
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-3">
            {/* A card ends with the disclaimer, regardless of what is beside it. */}
            <div className="order-1 -mx-2 -my-1.5 flex items-center">{acts}</div>
            <p className="min-w-0 flex-[1_1_14rem] text-small text-balance text-ink-3">{disclaimer}</p>
          </div>
        ) : (
          <p className="pt-3 text-small text-ink-3">{disclaimer}</p>
        )}
      </div>
    </article>
  )
}

type SignalRowFrameProps = Omit<SignalFrameProps, 'avatar' | 'author' | 'disclaimer' | 'acts'> & {
  /** Unless the list has only one author, who is named above it. */
  author?: ReactNode
}

/** For a CardList with the disclaimer below all rows. */
export function SignalRowFrame(props: SignalRowFrameProps) {
  const { kind, locked, author, age, aside, menu, badges, text, horizon, outcome, panel, ...rest } = props
  return (
    <article
      {...rest}
      className={classes('signal', rest.className)}
      data-type={locked ? undefined : kind}
      data-flat=""
      data-row=""
    >
      <SemaphorePost arm={!locked && kind !== undefined} locked={locked} />
      <div className="signal-body min-w-0">
        <header className="signal-by relative flex min-h-6 min-w-0 items-start gap-2">
          <div className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
            {author}
            <BadgeList badges={badges} />
            {aside}
          </div>
          {age !== undefined && (
            <span className="flex-none text-label leading-6 text-ink-3 tabular-nums">{age}</span>
          )}
          {menu !== undefined && <div className="-my-1 -mr-1.5 -ml-1 flex-none">{menu}</div>}
        </header>
        <SignalWords text={text} horizon={horizon} />
        {panel}
        {outcome}
      </div>
    </article>
  )
}

function BadgeList({ badges, className }: { badges: ReactNode; className?: string }) {
  const list = flatten(badges)
  if (list.length === 0) return null
  return (
    <ul className={classes('flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1', className)}>
      {list.map((badge, place) => (
        <li key={place} className="flex max-w-full min-w-0">
          {badge}
        </li>
      ))}
    </ul>
  )
}

function SignalWords({ text, horizon }: Pick<SignalFrameProps, 'text' | 'horizon'>) {
  return (
    <>
      {text !== undefined && (
        <p dir="auto" className="pt-2 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {horizon !== undefined && <p className="pt-2 text-small text-ink-2">{horizon}</p>}
    </>
  )
}

/** Level, pointing right, 28 by 10, pivoting at 5, 5. */
export const SEMAPHORE_ARM = 'M5 .75h22.5L23.4 5l4.1 4.25H5a4.25 4.25 0 0 1 0-8.5z'

/** The drawing beside the text: a post with an arm, with a lock, or with neither while loading. */
export function SemaphorePost({ arm, locked }: { arm?: boolean | undefined; locked?: boolean | undefined }) {
  return (
    <span className="signal-post" aria-hidden="true">
      {arm && (
        <svg className="signal-arm" viewBox="0 0 28 10">
          <path d={SEMAPHORE_ARM} />
        </svg>
      )}
      {locked && (
        <span className="signal-hood">
          <Lock className="icon-sm" />
        </span>
      )}
    </span>
  )
}

export function SignalAuthor({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classes(
        'max-w-full truncate rounded-badge py-0.5 font-strong underline-offset-[0.2em] hover:underline',
        'max-tight:wrap-anywhere max-tight:whitespace-normal',
        className,
      )}
    >
      {children}
    </a>
  )
}

type LockedPanelProps = { title: ReactNode; children: ReactNode; action?: ReactNode }

/** Replaces the content of a premium signal: who may read it, and how to subscribe. */
export function LockedPanel({ title, children, action }: LockedPanelProps) {
  return (
    <div className="signal-locked mt-3 grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 p-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <p className="font-strong">{title}</p>
        <p className="text-small text-pretty text-ink-2 wrap-break-word">{children}</p>
      </div>
      {action}
    </div>
  )
}

/** The elements, including those inside fragments. */
function flatten(nodes: ReactNode): ReactNode[] {
  return Children.toArray(nodes).flatMap((node) =>
    isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment
      ? flatten(node.props.children)
      : [node],
  )
}
