// A small round count, such as of new alerts. It shows at most 99.
import { classes } from './classes.ts'

export const Count = ({ of: count, className }: { of: number; className: string }) => (
  <span
    className={classes(
      'grid h-5 min-w-5 place-items-center rounded-full bg-brand-solid px-1 text-caption font-strong text-on-brand tabular-nums',
      className,
    )}
  >
    {count > 99 ? '99+' : count}
    <span className="sr-only"> new</span>
  </span>
)
