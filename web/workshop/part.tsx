// The layout of the workshop: a titled part, and a row for states side by side.
import type { ReactNode } from 'react'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <h3 className="text-label font-medium text-pretty text-ink-2">{title}</h3>
      {children}
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

/** A box that fixed and sticky elements inside treat as the window. */
export function Stage({ children, className }: { children: ReactNode; className: string }) {
  return (
    <div
      className={`relative transform-[translateZ(0)] overflow-clip rounded-card border border-line ${className}`}
    >
      {children}
    </div>
  )
}
