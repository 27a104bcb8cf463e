// Renders an email as plain text, for mail programs that don't show HTML and people who prefer text.
import { PRODUCT_NAME } from '../product.ts'
import type { Block, Email, Site } from './email.ts'

/** The text of an email, without its subject. Mail programs wrap its paragraphs. */
export function renderText({ blocks, reason, unsubscribe }: Email, { publicUrl }: Site): string {
  const last = unsubscribe ? `Unsubscribe: ${unsubscribe.url}\n` : ''
  return `${blocks.map(textOf).join('\n\n')}\n\n-- \n${reason}\n${last}${PRODUCT_NAME}: ${publicUrl}\n`
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'action':
    case 'link':
      return `${block.label}:\n${block.url}`
    case 'rows':
      return [block.title, ...block.rows.flatMap(({ title, sub, end }) => [`- ${title}`, sub, end])]
        .filter((line) => line !== '')
        .join('\n')
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  }
}
