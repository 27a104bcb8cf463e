// Scrolls to the part of a page that its address names. Links inside the product drop the hash
// (navigation.ts).
import { useEffect } from 'react'

/** Scrolls when `id` changes, unless that part is already on the screen. Null for none. */
export function useJumpTo(id: string | null): void {
  useEffect(() => {
    if (id === null) return undefined
    // After a new page has scrolled to its top.
    const frame = requestAnimationFrame(() => {
      const part = document.getElementById(id)
      const top = part?.getBoundingClientRect().top ?? 0
      if (top < 0 || top > innerHeight / 2) part?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
}
