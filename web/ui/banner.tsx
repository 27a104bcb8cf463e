// A banner: one thing to know about what is on the page, in a quiet ground of its meaning.
import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

export type BannerTone = 'neutral' | 'caution' | 'info' | 'gain' | 'loss'
export type BannerProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: BannerTone | undefined
  /** Replaces the icon of the tone. */
  icon?: Icon | undefined
  title?: ReactNode
  /** A button or link below the words. */
  action?: ReactNode
}

const TONE: Record<BannerTone, { icon: Icon; ground: string; ink: string }> = {
  neutral: { icon: Info, ground: 'bg-sunken', ink: 'text-ink-2' },
  caution: {
    icon: TriangleAlert,
    ground: 'bg-caution-soft inset-ring inset-ring-caution-line',
    ink: 'text-caution',
  },
  info: { icon: Info, ground: 'bg-info-soft', ink: 'text-info' },
  gain: { icon: CircleCheck, ground: 'bg-gain-soft', ink: 'text-gain' },
  loss: { icon: CircleAlert, ground: 'bg-loss-soft', ink: 'text-loss' },
}

/** Give `role="alert"` when it answers something the person just did, `role="status"` when it may wait. */
export function Banner({ tone = 'neutral', icon, title, action, children, className, ...rest }: BannerProps) {
  const { ground, ink, icon: usual } = TONE[tone]
  const Icon = icon ?? usual
  return (
    <div
      {...rest}
      className={classes(
        'flex items-start gap-3 rounded-control px-4 py-3 text-label text-ink-2 forced-colors:border',
        ground,
        className,
      )}
    >
      <Icon className={classes('icon', ink)} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1 wrap-break-word">
        {title !== undefined && <p className="font-strong text-ink">{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {action !== undefined && <div className="pt-2">{action}</div>}
      </div>
    </div>
  )
}
