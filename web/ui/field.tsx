// A form field: a label, one control, and a line below it with a hint, an error or a character counter.
import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { classes } from './classes.ts'

type FieldProps = {
  label: ReactNode
  /** Lighter text after the label, for example "(Optional)". */
  mark?: string | undefined
  hint?: ReactNode
  /** Replaces the hint, and makes the control `aria-invalid`. */
  error?: ReactNode
  /** For example "91/160 characters". */
  counter?: ReactNode
  /** The id of the control, if something outside the field needs it. */
  id?: string | undefined
  /** Shown after the control, for example chips. */
  after?: ReactNode
  className?: string | undefined
  children: ReactNode
}

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const FieldContext = createContext<ControlProps | undefined>(undefined)

/** The props that connect a control to the Field around it; empty outside a Field. */
export function useFieldProps(): Partial<ControlProps> {
  return use(FieldContext) ?? {}
}

export function Field(props: FieldProps) {
  const { label, mark, hint, error, counter, after, className, children } = props
  const generatedId = useId()
  const id = props.id ?? generatedId
  const hasError = isShown(error)
  const note = hasError ? `${id}-error` : isShown(hint) ? `${id}-hint` : undefined
  const count = isShown(counter) ? `${id}-counter` : undefined
  const controlProps: ControlProps = {
    id,
    'aria-describedby': classes(note, count) || undefined,
    'aria-invalid': hasError || undefined,
  }
  // In a scrolling dialog, the error below a focused control would be hidden behind the footer.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasError && place.current?.contains(document.activeElement))
      place.current.scrollIntoView({ block: 'nearest' })
  }, [hasError])
  return (
    <div ref={place} className={classes('grid min-w-0 gap-1.5', className)}>
      <label htmlFor={id} className="justify-self-start text-label font-medium">
        {label}
        {mark !== undefined && <span className="font-regular text-ink-3"> {mark}</span>}
      </label>
      <FieldContext value={controlProps}>{children}</FieldContext>
      {(note ?? count) !== undefined && (
        <div className="flex flex-wrap justify-between gap-x-3">
          {hasError && <FieldError id={note}>{error}</FieldError>}
          {!hasError && note !== undefined && (
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

/** An error message, including one for a group of fields without a single control. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small font-medium text-loss">
      <CircleAlert className="icon-sm mt-0.5" />
      <span className="min-w-0 wrap-break-word">{children}</span>
    </p>
  )
}

function isShown(words: ReactNode): boolean {
  return words !== undefined && words !== null && words !== false && words !== ''
}
