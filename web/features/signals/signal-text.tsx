// A signal's words with what leads somewhere in them: tickers, people, and addresses outside the product.
import { linkedText } from '#shared/rules/linked-text.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

export function SignalText({ children }: { children: string }) {
  return linkedText(children).map((part, place) => {
    if (part.kind === 'words') return part.text
    if (part.kind === 'address')
      return (
        // Whoever wrote it vouches for it, not this product.
        <TextLink key={place} href={part.href} target="_blank" rel="noopener nofollow ugc">
          {part.text}
        </TextLink>
      )
    return (
      <TextLink
        key={place}
        href={part.kind === 'ticker' ? paths.ticker(part.ticker) : paths.profile(part.username)}
      >
        {part.text}
      </TextLink>
    )
  })
}
