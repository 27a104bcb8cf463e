// A search field in the head of a card, which searches once the person pauses.
import { useEffect, useId, useState } from 'react'
import { Search } from 'lucide-react'
import { Input } from '#web/ui/text-input.tsx'

const PAUSE_MS = 300

type SearchFieldProps = { label: string; onSearch: (text: string) => void }

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const [text, setText] = useState('')
  const id = useId()
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <div className="relative w-full max-w-72 min-w-40 flex-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="icon-sm pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3" />
      <Input
        id={id}
        type="search"
        value={text}
        placeholder={label}
        autoCapitalize="none"
        spellCheck={false}
        className="pl-9"
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
