// A text of a person, with links on tickers, mentioned people and web addresses.
import type { Signal } from '#shared/contracts/signals.ts'
import { linkedText } from '#shared/rules/linked-text.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

export function LinkedText({ children, mentions = [] }: { children: string; mentions: Signal['mentions'] }) {
  return linkedText(children).map((part, index) => {
    if (part.kind === 'words') return part.text
    if (part.kind === 'address')
      return (
        // `ugc`: the author vouches for the link, not this product.
        <TextLink key={index} href={part.href} target="_blank" rel="noopener nofollow ugc">
          {part.text}
        </TextLink>
      )
    const href = part.kind === 'ticker' ? paths.ticker(part.ticker) : profileOf(part.username, mentions)
    // Not a person's name, or the name of one whom the viewer may not see.
    if (href === null) return part.text
    return (
      <TextLink key={index} href={href}>
        {part.text}
      </TextLink>
    )
  })
}

/** The text keeps the name that the person had when it was posted. */
function profileOf(name: string, mentions: NonNullable<Signal['mentions']>): string | null {
  const mention = mentions.find((one) => one.name === name.toLowerCase())
  return mention ? paths.profile(mention.username) : null
}
