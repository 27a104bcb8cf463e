// Account links (v2): short-lived URLs of the onboarding page.
import { randomString, isoMoment, MINUTE } from '../clock.ts'
import { invalidRequest } from '../errors.ts'
import { retrieveAccount } from '../objects/accounts.ts'
import { anything, required, oneOf, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { now, type Context } from '../context.ts'

export type AccountLink = ReturnType<typeof newLink>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    'v2.core.account_link': AccountLink
  }
}

const GOOD_FOR = 5 * MINUTE

type NewLink = { account: string; useCase: object; refreshUrl: string; returnUrl: string | null }

function newLink(context: Context, given: NewLink) {
  const id = randomString(32)
  const created = now(context)
  return {
    // Internal: Stripe's account links have no id.
    id,
    account: given.account,
    created,
    expiresAt: created + GOOD_FOR,
    refreshUrl: given.refreshUrl,
    returnUrl: given.returnUrl,
    useCase: given.useCase,
    url: `${context.baseUrl}/pages/onboarding/${id}`,
  }
}

const DETAILS = shape({
  collection_options: anything,
  refresh_url: required(text),
  return_url: text,
})
const CREATE = shape({
  account: required(text),
  use_case: required(
    shape({
      type: required(oneOf('account_onboarding', 'account_update')),
      account_onboarding: DETAILS,
      account_update: DETAILS,
    }),
  ),
})

export const accountLinkRoutes = [
  route('POST', '/v2/core/account_links', CREATE, (context, { params }) => {
    const account = retrieveAccount(context, params.account)
    if (account.closed) throw invalidRequest(`The account ${account.id} is closed.`, 'account_closed')
    const { type } = params.use_case
    const details = params.use_case[type]
    if (!details) {
      const param = `use_case[${type}]`
      throw invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', { param })
    }
    const link = newLink(context, {
      account: account.id,
      useCase: params.use_case,
      refreshUrl: details.refresh_url,
      returnUrl: details.return_url ?? null,
    })
    context.store.put('v2.core.account_link', link, { testClock: null, created: link.created })
    return {
      object: 'v2.core.account_link',
      account: account.id,
      created: isoMoment(link.created),
      expires_at: isoMoment(link.expiresAt),
      livemode: false,
      url: link.url,
      use_case: Object.fromEntries(
        Object.entries(params.use_case).filter(([, value]) => value !== undefined),
      ),
    }
  }),
]
