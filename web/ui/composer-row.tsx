// The row above a feed that looks like a text field: it opens the signal dialog, or leads to people to follow.
import type { ReactNode } from 'react'
import { buttonLook } from './button.tsx'
import { classes } from './classes.ts'

type ComposerRowProps = {
  href: string
  /** The viewer's avatar, or an icon. */
  avatar: ReactNode
  prompt?: string | undefined
  action?: ReactNode
}

/** The whole row is one link; the button in it only looks like one. */
export function ComposerRow({
  href,
  avatar,
  prompt = 'Share an idea',
  action = (
    <>
      <span aria-hidden="true">📡</span>
      New signal
    </>
  ),
}: ComposerRowProps) {
  return (
    <a
      href={href}
      className={classes(
        'flex items-center gap-3 max-tight:flex-wrap rounded-card border border-line bg-surface',
        'py-2 pr-2 pl-4 text-ink-2 shadow-card',
        'transition-colors duration-150 hover:border-line-strong hover:text-ink',
      )}
    >
      {avatar}
      <span className="min-w-0 flex-1 truncate">{prompt}</span>
      <span className={classes(buttonLook('soft', 'sm'), 'flex-none')}>{action}</span>
    </a>
  )
}
