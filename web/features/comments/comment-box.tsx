// The box for a comment, a reply or an edit, with what the writer may still do.
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Composer } from '#shared/contracts/comments.ts'
import { COMMENT_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { leftText } from '#shared/rules/comment-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/text-input.tsx'

export type Written = { body: string; showsHolding: boolean }

type CommentBoxProps = {
  /** The accessible name, such as "Write a comment". */
  label: string
  placeholder?: string
  submitLabel: string
  pendingLabel: string
  isPending: boolean
  /** What is edited. */
  initial?: string
  /** Undefined for an edit, which changes nothing but the text. */
  composer?: Composer | undefined
  /** Sends it; the box empties itself when it resolves. */
  onSubmit: (written: Written) => Promise<unknown>
  onCancel?: (() => void) | undefined
}

/** The box shows a counter from this length on. */
const COUNTED_FROM = COMMENT_MAX - 100

export function CommentBox(props: CommentBoxProps) {
  const { label, placeholder, submitLabel, pendingLabel, isPending, initial = '', composer, onCancel } = props
  const id = useId()
  const [body, setBody] = useState(initial)
  const [error, setError] = useState<string>()
  const [showsHolding, setShowsHolding] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const isOpenedHere = onCancel !== undefined
  useEffect(() => {
    if (!isOpenedHere) return
    box.current?.focus()
    box.current?.setSelectionRange(initial.length, initial.length)
  }, [isOpenedHere, initial])
  const length = characters(body.trim())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const fault =
      length === 0
        ? 'Write a comment'
        : length > COMMENT_MAX
          ? `A comment can have at most ${COMMENT_MAX} characters`
          : undefined
    setError(fault)
    if (fault !== undefined) return box.current?.focus()
    await props.onSubmit({ body: body.trim(), showsHolding }).then(
      () => setBody(''),
      // The toast says why; the text stays.
      () => {},
    )
  }
  const hint = composer ? leftText(composer) : ''
  return (
    <form className="grid gap-2" onSubmit={(event) => void submit(event)} noValidate>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Textarea
        ref={box}
        id={id}
        rows={2}
        className="min-h-18"
        value={body}
        placeholder={placeholder}
        readOnly={isPending}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
        onChange={({ target }) => {
          setBody(target.value)
          setError(undefined)
        }}
      />
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {composer?.holds && (
        <label className="flex min-h-6 cursor-pointer items-center gap-2 text-small text-ink-2">
          <input
            type="checkbox"
            className="size-4 flex-none accent-brand-solid"
            checked={showsHolding}
            onChange={({ target }) => setShowsHolding(target.checked)}
          />
          Show that my linked broker holds this
        </label>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={`${id}-hint`} className="min-w-0 flex-[1_1_12rem] text-small text-ink-2">
          {composer && 'No personal advice here. Your open trade in a ticker shows beside your name. '}
          {hint}
          {length > COUNTED_FROM && (
            <span className="tabular-nums">
              {' '}
              {length}/{COMMENT_MAX}
            </span>
          )}
        </p>
        <div className="flex gap-2">
          {onCancel && (
            <Button variant="ghost" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant="soft" size="sm" pending={isPending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  )
}
