// What one gets for the money, point by point.
import { Points } from '#web/ui/points.tsx'

export const Benefits = ({ points }: { points: readonly string[] }) => (
  <Points items={points.map((text) => ({ text }))} />
)
