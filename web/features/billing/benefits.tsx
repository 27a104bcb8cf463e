// What one gets for the money, point by point.
import { IconList } from '#web/ui/icon-list.tsx'

export const Benefits = ({ points }: { points: readonly string[] }) => (
  <IconList items={points.map((text) => ({ text }))} />
)
