// A banner: a message about the page, on a soft background in the color of its meaning.
import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { classes } from './classes.ts'
import type { Icon } from './icon.ts'

type BannerTone = 'neutral' | 'caution' | 'info' | 'gain' | 'loss'
type BannerProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: BannerTone | undefined
  /** Replaces the icon of the tone. */
  icon?: Icon | undefined
  title?: ReactNode
  /** A button or link below the text. */
  action?: ReactNode
}

const TONE: Record<BannerTone, { icon: Icon; background: string; iconColor: string }> = {
  neutral: { icon: Info, background: 'bg-sunken', iconColor: 'text-ink-2' },
  caution: {
    icon: TriangleAlert,
    background: 'bg-caution-soft inset-ring inset-ring-caution-line',
    iconColor: 'text-caution',
  },
  info: { icon: Info, background: 'bg-info-soft', iconColor: 'text-info' },
  gain: { icon: CircleCheck, background: 'bg-gain-soft', iconColor: 'text-gain' },
  loss: { icon: CircleAlert, background: 'bg-loss-soft', iconColor: 'text-loss' },
}

/** Pass `role="alert"` if it responds to what the person just did, `role="status"` if it can wait. */
export function Banner({ tone = 'neutral', icon, title, action, children, className, ...rest }: BannerProps) {
  const { background, iconColor, icon: toneIcon } = TONE[tone]
  const Icon = icon ?? toneIcon
  return (
    <div
      {...rest}
      className={classes(
        'flex items-start gap-3 rounded-control px-4 py-3 text-label text-ink-2 forced-colors:border',
        background,
        className,
      )}
    >
      <Icon className={classes('icon', iconColor)} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1 wrap-break-word">
        {title !== undefined && <p className="font-strong text-ink">{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {action !== undefined && <div className="pt-2">{action}</div>}
      </div>
    </div>
  )
}
