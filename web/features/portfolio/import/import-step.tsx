// Parts that the steps of an import share: the focus on arrival, the introduction, and titled sections.
import { type ReactNode, useId } from 'react'

/** The previous step had the focus and is gone, so the new step takes it. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

export const StepIntro = ({ children }: { children: ReactNode }) => (
  <p ref={focusOnMount} tabIndex={-1} className="text-pretty text-ink-2 outline-none">
    {children}
  </p>
)

export function StepSection({ title, children }: { title: string; children: ReactNode }) {
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
