// The symbols a signal is about: typed or pasted, added one by one, each a chip that can be taken away again.
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type RefCallback, useRef } from 'react'
import { TICKER_LENGTH_MAX, TICKERS_MAX } from '#shared/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, ChipList } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { addTickers } from './signal-draft.ts'

export type TickerFieldProps = {
  tickers: string[]
  /** What stands in the field and was not added yet. */
  typed: string
  error: string | undefined
  readOnly: boolean
  /** Lets the form move the focus here. */
  fieldRef: RefCallback<HTMLInputElement>
  /** After each key, paste, addition and removal; `error` says which symbol is wrong. */
  onChange: (next: { tickers: string[]; typed: string; error?: string | undefined }) => void
}

export function TickerField({ tickers, typed, error, readOnly, fieldRef, onChange }: TickerFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  const add = (text: string) => {
    const { tickers: added, rest, error: wrong } = addTickers(tickers, text)
    onChange({ tickers: added, typed: rest.toUpperCase(), error: wrong })
    input.current?.focus()
  }
  const onType = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // Upper-cased in place, so that the caret stays where it is.
    const caret = target.selectionStart
    target.value = target.value.toUpperCase()
    target.setSelectionRange(caret, caret)
    if (target.value.includes(',')) add(target.value)
    else onChange({ tickers, typed: target.value })
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (readOnly || !/[\s,;]/.test(text.trim())) return
    event.preventDefault()
    add(`${typed} ${text}`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    // Enter adds a symbol; it must never send a signal that can't be taken back.
    event.preventDefault()
    if (!readOnly) add(typed)
  }
  const remove = (ticker: string) => {
    onChange({ tickers: tickers.filter((other) => other !== ticker), typed })
    input.current?.focus()
  }

  return (
    <Field
      label="Tickers"
      mark="(Optional)"
      hint="Press Enter or a comma to add."
      error={error}
      after={
        tickers.length > 0 && (
          <ChipList label="Tickers added">
            {tickers.map((ticker) => (
              <Chip
                key={ticker}
                removeLabel={`Remove ${ticker}`}
                onRemove={() => !readOnly && remove(ticker)}
              >
                ${ticker}
              </Chip>
            ))}
          </ChipList>
        )
      }
    >
      <div className="flex gap-2">
        <Input
          ref={(element) => {
            input.current = element
            fieldRef(element)
          }}
          value={typed}
          readOnly={readOnly}
          onChange={onType}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          placeholder="NVDA"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="enter"
          // Room for a whole list, commas included; how long a single symbol may be is checked when it is added.
          maxLength={(TICKER_LENGTH_MAX + 2) * TICKERS_MAX}
        />
        <Button variant="outline" onClick={() => !readOnly && add(typed)}>
          Add
        </Button>
      </div>
    </Field>
  )
}
