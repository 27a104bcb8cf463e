// The words of the action column, each with what it means.
import { useId } from 'react'
import { unmappedWords } from '#shared/rules/column-mapping.ts'
import { Select } from '#web/ui/select.tsx'
import { MEANING_OPTIONS } from './column-words.ts'
import { Part } from './import-part.tsx'
import { counted } from './portfolio-words.ts'
import type { ColumnSettings } from './use-column-mapping.ts'

/** Every different word of the action column, those nobody has explained first. */
export function ActionWords({ settings: { proposal, mapping, setMeaning } }: { settings: ColumnSettings }) {
  const id = useId()
  const { action } = mapping.columns
  const words = action === undefined ? null : (proposal.columns[action]?.words ?? null)
  // The order stays while somebody chooses, or the next word would jump away from under the finger.
  if (!words || words.length === 0) return null
  const unsaid = new Set(unmappedWords(proposal.mapping, proposal.columns))
  const sorted = words.toSorted((a, b) => Number(unsaid.has(b.word)) - Number(unsaid.has(a.word)))
  const meanings = new Map(mapping.meanings.map(({ word, meaning }) => [word, meaning]))
  return (
    <Part title="What these words mean">
      <ul className="grid gap-3">
        {sorted
          .filter(({ word }) => word !== '')
          .map(({ word, rows }, place) => (
            <li key={word} className="grid items-center gap-x-4 gap-y-1.5 xs:grid-cols-2">
              <span id={`${id}-${place}`} className="min-w-0 wrap-anywhere">
                <bdi className="font-medium">{word}</bdi>{' '}
                <span className="text-small text-ink-3 tabular-nums">{counted(rows, 'row')}</span>
              </span>
              <Select
                aria-label={`What “${word}” means`}
                options={MEANING_OPTIONS}
                value={meanings.get(word)}
                onValueChange={(meaning) => setMeaning(word, meaning)}
              />
            </li>
          ))}
      </ul>
    </Part>
  )
}
