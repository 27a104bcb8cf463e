// A field: a label, one control, and a line below that helps, counts or says what is wrong.
import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { classes } from './classes.ts'

export type FieldProps = {
  label: ReactNode
  /** Shown after the label in a lighter voice, for example "(Optional)". */
  mark?: string | undefined
  hint?: ReactNode
  /** Replaces the hint; the control becomes aria-invalid and is described by it. */
  error?: ReactNode
  /** For example "91/160 characters". */
  counter?: ReactNode
  /** The id of the control, when something else must know it. */
  id?: string | undefined
  /** What follows the control: chips, for example. */
  after?: ReactNode
  className?: string | undefined
  children: ReactNode
}

type Tie = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const FieldTie = createContext<Tie | undefined>(undefined)

/** What ties a control to the field around it; empty outside a field. */
export function useFieldProps(): Partial<Tie> {
  return use(FieldTie) ?? {}
}

export function Field(props: FieldProps) {
  const { label, mark, hint, error, counter, after, className, children } = props
  const made = useId()
  const id = props.id ?? made
  const wrong = filled(error)
  const note = wrong ? `${id}-error` : filled(hint) ? `${id}-hint` : undefined
  const count = filled(counter) ? `${id}-counter` : undefined
  const tie: Tie = {
    id,
    'aria-describedby': classes(note, count) || undefined,
    'aria-invalid': wrong || undefined,
  }
  // What is wrong is read together with where: below the foot of a dialog nobody would see it.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wrong && place.current?.contains(document.activeElement))
      place.current.scrollIntoView({ block: 'nearest' })
  }, [wrong])
  return (
    <div ref={place} className={classes('grid min-w-0 gap-1.5', className)}>
      <label htmlFor={id} className="justify-self-start text-label font-medium">
        {label}
        {mark !== undefined && <span className="font-regular text-ink-3"> {mark}</span>}
      </label>
      <FieldTie value={tie}>{children}</FieldTie>
      {(note ?? count) !== undefined && (
        <div className="flex flex-wrap justify-between gap-x-3">
          {wrong && <FieldError id={note}>{error}</FieldError>}
          {!wrong && note !== undefined && (
            <p id={note} className="text-small text-ink-3">
              {hint}
            </p>
          )}
          {count !== undefined && (
            <p id={count} className="ml-auto flex-none text-small text-ink-3 tabular-nums">
              {counter}
            </p>
          )}
        </div>
      )}
      {after}
    </div>
  )
}

/** The sentence of an error, for a group of fields that has no single control. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small font-medium text-loss">
      <CircleAlert className="icon-sm mt-0.5" />
      <span className="min-w-0 wrap-break-word">{children}</span>
    </p>
  )
}

function filled(words: ReactNode): boolean {
  return words !== undefined && words !== null && words !== false && words !== ''
}
