// A sentence with the names of the operator's texts as links, for the place where a person agrees to them.
import type { ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

const LINKS: Record<string, string> = { Terms: paths.terms, Privacy: paths.privacy, Refunds: paths.refunds }

/** The links open in a new tab, so that no typed text is lost. */
export function DocumentSentence({ children }: { children: string }): ReactNode {
  return children.split(/\b(Terms|Privacy|Refunds)\b/).map((part, index) => {
    const href = LINKS[part]
    return href === undefined ? (
      part
    ) : (
      <TextLink key={index} href={href} target="_blank">
        {part}
      </TextLink>
    )
  })
}
