// A list of points, each with an icon and a sentence.
import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import type { Icon } from './icon.ts'

type IconListItem = {
  /** A check mark by default. */
  icon?: Icon | undefined
  /** The point in a few words, above its text. */
  title?: ReactNode
  text: ReactNode
}

export function IconList({ items }: { items: readonly IconListItem[] }) {
  return (
    <ul className="grid gap-3">
      {items.map(({ icon: Icon = Check, title, text }, place) => (
        <li key={place} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          <Icon className="icon mt-0.5 text-brand" />
          {title === undefined ? (
            text
          ) : (
            <div className="grid text-pretty">
              <p className="font-strong">{title}</p>
              <p className="text-label text-ink-2">{text}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
