// An empty list or a missing page: a drawing, a sentence and the next step.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type EmptyStateProps = {
  /** For a missing page, such as "User not found". An empty list needs none. */
  title?: ReactNode
  /** The level of the title's heading. */
  level?: 1 | 2 | 3 | undefined
  children?: ReactNode
  /** One or two buttons, the primary one last. */
  action?: ReactNode
  /**
   * The drawing of a semaphore post: its arm level (`rest`, for an empty list) or hanging (`fallen`, for a
   * missing page).
   */
  post?: 'rest' | 'fallen' | 'none' | undefined
  className?: string | undefined
}

/** Goes inside a Card. */
export function EmptyState(props: EmptyStateProps) {
  const { title, level = 2, children, action, post = 'rest', className } = props
  const Heading = `h${level}` as const
  return (
    <div className={classes('grid justify-items-center gap-4 px-2 py-5 text-center md:py-4', className)}>
      {post !== 'none' && <RestingPost fallen={post === 'fallen'} />}
      <div className="grid gap-1">
        {title !== undefined && <Heading className="text-title font-strong">{title}</Heading>}
        {children !== undefined && (
          <div className="max-w-96 justify-self-center text-balance text-ink-2">{children}</div>
        )}
      </div>
      {action !== undefined && <div className="flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

function RestingPost({ fallen }: { fallen: boolean }) {
  return (
    <svg viewBox="0 0 72 72" aria-hidden="true" className="size-18 overflow-visible">
      <path d="M30 8v54M21 62h18" className="fill-none stroke-line-strong stroke-2 [stroke-linecap:round]" />
      <path
        d="M30 19h30l-6 6.5 6 6.5H30a6.5 6.5 0 0 1 0-13z"
        className="fill-sunken stroke-ink-3 stroke-[1.75] [stroke-linejoin:round]"
        {...(fallen && { transform: 'rotate(58 30 25.5)' })}
      />
    </svg>
  )
}
