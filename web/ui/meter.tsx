// Progress toward a number, such as trades toward a rating.
type MeterProps = { have: number; need: number; /** "10 of 20 trades". */ label: string }

export const Meter = ({ have, need, label }: MeterProps) => (
  <span role="img" aria-label={label} className="block h-1.5 w-full overflow-hidden rounded-full bg-sunken">
    <span
      className="block h-full rounded-full bg-ink-3 forced-colors:bg-[CanvasText]"
      style={{ width: `${Math.min(100, (100 * have) / need)}%` }}
    />
  </span>
)
