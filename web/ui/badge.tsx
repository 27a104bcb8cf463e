// A badge: one short fact, on a soft background in the color of its meaning.
import type { ComponentProps } from 'react'
import { FlaskConical } from 'lucide-react'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

export type BadgeTone = 'neutral' | 'gain' | 'loss' | 'info' | 'caution' | 'brand' | 'outline'
type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone | undefined
  /** `strong` for a type or a state, `medium` for an intent. */
  weight?: 'strong' | 'medium' | undefined
  icon?: Icon | undefined
  /** Puts a dot before the text that means "right now". */
  live?: boolean | undefined
}

const TONE: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-2',
  gain: 'bg-gain-soft text-gain',
  loss: 'bg-loss-soft text-loss',
  info: 'bg-info-soft text-info',
  caution: 'bg-caution-soft text-caution',
  brand: 'bg-brand-soft text-brand',
  outline: 'border border-line-strong text-ink-2',
}

export function Badge(props: BadgeProps) {
  const { tone = 'neutral', weight = 'strong', icon: Icon, live, className, children, ...rest } = props
  return (
    <span
      {...rest}
      className={classes(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-badge px-2 text-small',
        'forced-colors:border',
        weight === 'strong' ? 'font-strong' : 'font-medium',
        TONE[tone],
        className,
      )}
    >
      {Icon && <Icon className="icon-sm" />}
      {live && (
        <span className="mr-1 ml-0.5 size-2 flex-none rounded-full bg-current ring-3 ring-current/20" />
      )}
      {children}
    </span>
  )
}

/** Shown once on a page, beside its heading: the figures below are based on sample prices or on the sample broker. */
export const SampleBadge = () => (
  <Badge tone="caution" icon={FlaskConical}>
    Sample data
  </Badge>
)
