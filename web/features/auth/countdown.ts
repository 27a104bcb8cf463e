// Counts down the seconds until a lost email can be asked for again.
import { useEffect, useState } from 'react'

/** The seconds left, counted from the first render to 0. */
export function useCountdown(seconds: number): number {
  const [endsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === 0) return undefined
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [endsAt, seconds])
  return left
}
