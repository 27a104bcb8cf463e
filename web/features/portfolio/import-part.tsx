// A titled part of a step of an import.
import { type ReactNode, useId } from 'react'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="text-button font-strong">
        {title}
      </h3>
      {children}
    </section>
  )
}
