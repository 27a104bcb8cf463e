// A tooltip: a short text about a control, shown at once on focus and after a delay on hover.
import type { ReactElement, ReactNode } from 'react'
import * as Radix from 'radix-ui/tooltip'
import { TOOLTIP_OPEN_MS, TOOLTIP_SKIP_MS } from '#shared/limits.ts'
import { classes } from './classes.ts'

/** Wraps the part of the app that uses tooltips. The delays are those of spec section 9. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={TOOLTIP_OPEN_MS} skipDelayDuration={TOOLTIP_SKIP_MS}>
      {children}
    </Radix.Provider>
  )
}

export type TooltipProps = {
  text: ReactNode
  /** One focusable element with an accessible name of its own. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        onFocus={(event) => {
          // Focus that returns from a closed dialog shouldn't open the tooltip.
          if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classes(
            'z-50 max-w-64 animate-appear rounded-badge bg-ink px-2 py-1 text-small text-pretty',
            'text-canvas shadow-float forced-colors:border',
          )}
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
