// Emails about money that goes back: a withdrawal's receipt, refunds, and requests for one.
import { PRODUCT_NAME } from '../product.ts'
import { longUtcDate } from '../rules/dates.ts'
import { exactPrice } from '../rules/money.ts'
import { declaration, refundText, type WithdrawalFacts, withdrawalRows } from '../rules/withdrawal-receipt.ts'
import { action, facts, paragraph, type PdfDocument, type Template } from './email.ts'

const billing = (publicUrl: string) => `${publicUrl}/settings/billing`

/** The receipt of a withdrawal, which the law requires. Nobody can turn it off. */
export const withdrawn: Template<WithdrawalFacts> = (data, { publicUrl, operatorAddress }) => ({
  subject: `You have withdrawn from your subscription to ${data.creator}`,
  blocks: [
    paragraph(`We received your withdrawal. Your subscription has ended, and you won’t be charged again.`),
    facts(withdrawalRows(data)),
    paragraph(refundText(data)),
    paragraph(`Your declaration: ${declaration(data)}`),
    action('Open your receipts', billing(publicUrl)),
  ],
  reason: `You got this email because you withdrew from a contract on ${PRODUCT_NAME}. Keep it: it’s your proof.`,
  pdf: withdrawalDocument(data, operatorAddress),
})

/** The receipt as a PDF. */
export const withdrawalDocument = (
  data: WithdrawalFacts,
  operatorAddress: string | undefined,
): PdfDocument => ({
  name: `withdrawal-${data.number}.pdf`,
  title: 'Confirmation of withdrawal',
  rows: withdrawalRows(data),
  paragraphs: [declaration(data), refundText(data)],
  foot: operatorAddress ?? PRODUCT_NAME,
})

/** A refund was made. `by`: whose decision it was. `reason`: what they wrote. */
export const refunded: Template<{
  creator: string
  amountInCents: number
  /** The tax in the amount; missing where nothing was taxed. */
  taxInCents?: number
  reason: string | null
  by: 'creator' | 'us'
}> = ({ creator, amountInCents, taxInCents, reason, by }, { publicUrl }) => ({
  subject: `Refund of ${exactPrice(amountInCents)} from your subscription to ${creator}`,
  blocks: [
    paragraph(
      `${by === 'creator' ? creator : `We`} refunded ${exactPrice(amountInCents)}${taxInCents === undefined ? '' : ` (${exactPrice(taxInCents)} of it tax)`} to the card you paid with. Banks take a few days to show it.`,
    ),
    ...(reason === null ? [] : [paragraph(`${by === 'creator' ? creator : 'We'} wrote: “${reason}”`)]),
    action('Open your receipts', billing(publicUrl)),
  ],
  reason: `You got this email because you paid for a subscription to ${creator} on ${PRODUCT_NAME}.`,
})

/** To the creator. Names nobody: the page shows who asks, as far as the creator may see them. */
export const refundAsked: Template<{ text: string; amountInCents: number; until: string }> = (
  { text, amountInCents, until },
  { publicUrl },
) => ({
  subject: `A subscriber asks for a refund of ${exactPrice(amountInCents)}`,
  blocks: [
    paragraph(`One of your subscribers asks for a refund. They wrote: “${text}”`),
    paragraph(
      `Please answer by ${longUtcDate(new Date(until))}: refund all of it, the unused days, or nothing. After that, we decide.`,
    ),
    action('Answer', `${publicUrl}/subscriptions`),
  ],
  reason: `You got this email because you’re a creator on ${PRODUCT_NAME}.`,
})

export const refundDeclined: Template<{ answer: string; by: 'creator' | 'us' }> = (
  { answer, by },
  { publicUrl },
) => ({
  subject: 'Your request for a refund was declined',
  blocks: [
    paragraph(
      `${by === 'creator' ? 'The creator' : 'We'} read your request and didn’t refund the payment. The answer: “${answer}”`,
    ),
    paragraph('Your subscription continues unless you cancel it.'),
    action('Open your receipts', billing(publicUrl)),
  ],
  reason: `You got this email because you asked for a refund on ${PRODUCT_NAME}.`,
})
