// npm run admin -- refund-requests, answer-refund: refund requests that creators haven't answered, and our answers.
import type { Deps } from '#server/deps.ts'
import { answerRequest, openRequests } from '#server/features/billing/refunds/refund-requests.ts'
import { RefundAnswer } from '#shared/contracts/refunds.ts'
import { price } from '#shared/rules/money.ts'
import { UsageError, USAGE } from './admin-usage.ts'
import { idIn, parsed, print, type RecordCommand, refusable } from './admin-words.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config'> & { record: RecordCommand }

/** The operator has no account, and sees everybody's username anyway. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** `[--json]`: the requests that creators haven't answered for five days, oldest first. */
export async function refundRequestsCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, [])
  if (positionals.length > 0) throw new UsageError(USAGE)
  await tools.record()
  for (const request of await openRequests(tools, NOBODY, null)) {
    const { id, createdAt, text, terms } = request
    const { subscriber, creator } = await namesOf(tools, terms.subscriptionId)
    print(
      values,
      { ...request, creator, terms: { ...terms, subscriber } },
      `${id}  ${createdAt}  ${subscriber} → ${creator}  ${price(terms.fullInCents)}, unused ${price(terms.unusedInCents)}  ${JSON.stringify(text)}`,
    )
  }
}

const namesOf = ({ db }: Pick<Tools, 'db'>, subscriptionId: string) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('users as payer', 'payer.id', 's.subscriberId')
    .innerJoin('users as paid', 'paid.id', 's.creatorId')
    .select(['payer.username as subscriber', 'paid.username as creator'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()

/**
 * `<request> full|unused|none --answer <text> [--json]`: refunds the payment or its unused days, which ends the
 * subscription, or declines. The answer is sent to the payer.
 */
export async function answerRefundCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['answer'])
  const [request = '', decision, ...more] = positionals
  const answer = RefundAnswer.safeParse({ decision, answer: values.answer })
  if (more.length > 0 || !answer.success) throw new UsageError(USAGE)
  const id = idIn([request])
  const found = await tools.db
    .selectFrom('refundRequests as r')
    .innerJoin('subscriptions as s', 's.id', 'r.subscriptionId')
    .select('s.subscriberId')
    .where('r.id', '=', id)
    .executeTakeFirst()
  const reason = answer.data.answer
  await tools.record({ target: id, reason, ...(found && { userId: found.subscriberId }) })
  const { isRefunded } = await refusable(answerRequest(tools, null, id, answer.data))
  print(
    values,
    { id, isRefunded },
    isRefunded ? `${id} is answered: the refund follows within a minute` : `${id} is answered: declined`,
  )
}
