// The preview of a link to a public page: the URL and the alternative text of its image.
import { createHash } from 'node:crypto'
import { type LinkPreview, PRODUCT_PREVIEW } from '#server/http/head-tags.ts'
import { Signal } from '#shared/contracts/signals.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { scores } from '#shared/contracts/scores.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { callOf } from '#shared/rules/call-text.ts'
import type { VisitorPage } from '#shared/visitor-page.ts'
import type { FoundPage } from './found-page.ts'
import { recordSentence } from './record-sentence.ts'
import { outcomeAlt, outcomePicture } from './share-text.ts'

/** The image's URL changes with its content, so that other sites fetch it again. */
export function previewOf({ picture, version }: FoundPage, page: VisitorPage): LinkPreview {
  if (picture === undefined) return PRODUCT_PREVIEW
  const hash = createHash('sha256').update(version).digest('base64url').slice(0, 12)
  return { ...PRODUCT_PREVIEW, imagePath: `/share/${picture}.png?v=${hash}`, imageAlt: altOf(page) }
}

function altOf(page: VisitorPage): string {
  if (page.kind === 'record')
    return `Record of @${page.person.username} on ${PRODUCT_NAME}. ${recordSentence(rankings.person.reply.parse(page.record))}`
  if (page.kind === 'ticker') return `Signals on $${page.ticker.ticker} on ${PRODUCT_NAME}.`
  if (page.kind !== 'signal') return PRODUCT_PREVIEW.imageAlt
  const [signal, score] = [Signal.parse(page.signal), scores.signal.reply.parse(page.score)]
  const { username } = page.person
  const outcome = outcomePicture(signal, score, rankings.person.reply.parse(page.record))
  return outcome
    ? outcomeAlt(username, outcome, score)
    : `${callOf(signal)} by @${username} on ${PRODUCT_NAME}.`
}
