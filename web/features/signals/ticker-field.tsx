// The ticker field of a signal: typed or pasted symbols become chips in it that can be removed.
import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type RefCallback, useRef } from 'react'
import { TICKER_LENGTH_MAX, TICKERS_MAX } from '#shared/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Chip, ChipList } from '#web/ui/chip.tsx'
import { Field } from '#web/ui/field.tsx'
import { BareInput } from '#web/ui/text-input.tsx'
import { addTickers } from './signal-draft.ts'

type TickerFieldProps = {
  tickers: string[]
  /** The text in the field that isn't added yet. */
  typed: string
  error: string | undefined
  readOnly: boolean
  /** Lets the form focus the field. */
  fieldRef: RefCallback<HTMLInputElement>
  /** Called after each key, paste, addition and removal; `error` names an invalid symbol. */
  onChange: (next: { tickers: string[]; typed: string; error?: string | undefined }) => void
}

export function TickerField({ tickers, typed, error, readOnly, fieldRef, onChange }: TickerFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  const add = (text: string) => {
    const { tickers: added, rest, error: addError } = addTickers(tickers, text)
    onChange({ tickers: added, typed: rest.toUpperCase(), error: addError })
    input.current?.focus()
  }
  const onType = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // Changed in place, so that the caret keeps its position.
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
    // Enter adds a symbol. It must not submit the form, because a posted signal can't be deleted.
    event.preventDefault()
    if (!readOnly) add(typed)
  }
  const remove = (ticker: string) => {
    onChange({ tickers: tickers.filter((other) => other !== ticker), typed })
    input.current?.focus()
  }

  return (
    <Field label="Tickers" error={error}>
      <div className="flex items-start gap-2">
        <div
          className={classes(
            'flex min-h-target min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 rounded-control border px-1.25',
            'py-1.25 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-1',
            'has-[input:focus-visible]:outline-focus',
            error === undefined ? 'border-line-field' : 'border-loss ring ring-loss',
            readOnly ? 'border-line-strong bg-sunken' : 'bg-surface hover:border-ink-2',
          )}
        >
          {tickers.length > 0 && (
            <ChipList label="Tickers added" className="gap-1">
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
          )}
          <BareInput
            ref={(element) => {
              input.current = element
              fieldRef(element)
            }}
            value={typed}
            readOnly={readOnly}
            onChange={onType}
            onPaste={onPaste}
            onKeyDown={onKeyDown}
            placeholder={tickers.length > 0 ? 'Add another' : 'NVDA'}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="enter"
            // Long enough for a pasted list with commas; `addTickers` checks the length of each symbol.
            maxLength={(TICKER_LENGTH_MAX + 2) * TICKERS_MAX}
          />
        </div>
        <Button variant="outline" onClick={() => !readOnly && add(typed)}>
          Add
        </Button>
      </div>
    </Field>
  )
}
