// What one gets for the money, point by point.
import { Check } from 'lucide-react'

export function Benefits({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid gap-3">
      {points.map((point) => (
        <li key={point} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          <Check className="icon mt-0.5 text-brand" />
          {point}
        </li>
      ))}
    </ul>
  )
}
