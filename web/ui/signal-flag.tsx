// The semaphore post of a signal in a row of a table: the arm is raised for a buy, lowered for a sell, level for a comment.
import { classes } from './classes.ts'
import { SEMAPHORE_ARM } from './signal-frame.tsx'

export type FlagKind = 'buy' | 'sell' | 'comment'

const ARM: Record<FlagKind, string> = {
  buy: '-rotate-38 fill-gain',
  sell: 'rotate-38 fill-loss',
  comment: 'fill-info',
}

export const SignalFlag = ({ kind }: { kind: FlagKind }) => (
  <span aria-hidden="true" className="relative block size-6 flex-none">
    <span className="absolute top-0.5 bottom-px left-1.5 w-0.5 rounded-full bg-line-strong" />
    <span className="absolute bottom-0 left-0.5 h-0.5 w-2.5 rounded-full bg-line-strong" />
    <svg
      viewBox="0 0 28 10"
      className={classes(
        'absolute top-[6.5px] left-[3.5px] h-[7px] w-5 origin-[3.5px_3.5px] overflow-visible',
        'forced-colors:fill-[CanvasText]',
        ARM[kind],
      )}
    >
      <path d={SEMAPHORE_ARM} />
    </svg>
  </span>
)
