// The heading of one step of several: its number (a check mark when done), its name and its status.
import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { classes } from './classes.ts'

type StepHeadProps = {
  number: number
  done?: boolean | undefined
  children: ReactNode
  /** A badge. */
  status?: ReactNode
  /** For `aria-labelledby` of the step. */
  id?: string | undefined
}

export function StepHead({ number, done = false, children, status, id }: StepHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span
        aria-hidden="true"
        className={classes(
          'grid size-7 flex-none place-items-center rounded-full text-small font-strong tabular-nums',
          'forced-colors:border',
          done ? 'bg-gain-soft text-gain' : 'bg-sunken',
        )}
      >
        {done ? <Check className="icon-sm" /> : number}
      </span>
      <h2 id={id} className="text-title font-strong">
        <span className="sr-only">Step {number}: </span>
        {children}
      </h2>
      {status !== undefined && <span className="ml-auto">{status}</span>}
    </div>
  )
}
