// Account links (v2): the address of the page where an account tells who it is, good for a short time.
import { chance, isoMoment, MINUTE } from '../clock.ts'
import { refused } from '../errors.ts'
import { theAccount } from '../objects/accounts.ts'
import { anything, must, oneOf, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { now, type World } from '../world.ts'

export type AccountLink = ReturnType<typeof newLink>

declare module '../object-types.ts' {
  interface ObjectTypes {
    'v2.core.account_link': AccountLink
  }
}

const GOOD_FOR = 5 * MINUTE

type NewLink = { account: string; useCase: object; refreshUrl: string; returnUrl: string | null }

function newLink(world: World, given: NewLink) {
  const id = chance(32)
  const created = now(world)
  return {
    // Not shown: links have no id of their own.
    id,
    account: given.account,
    created,
    expiresAt: created + GOOD_FOR,
    refreshUrl: given.refreshUrl,
    returnUrl: given.returnUrl,
    useCase: given.useCase,
    url: `${world.baseUrl}/pages/onboarding/${id}`,
  }
}

const DETAILS = shape({
  collection_options: anything,
  refresh_url: must(text),
  return_url: text,
})
const CREATE = shape({
  account: must(text),
  use_case: must(
    shape({
      type: must(oneOf('account_onboarding', 'account_update')),
      account_onboarding: DETAILS,
      account_update: DETAILS,
    }),
  ),
})

export const accountLinkRoutes = [
  route('POST', '/v2/core/account_links', CREATE, (world, { params }) => {
    const account = theAccount(world, params.account)
    if (account.closed) throw refused(`The account ${account.id} is closed.`, 'account_closed')
    const { type } = params.use_case
    const details = params.use_case[type]
    if (!details) {
      const param = `use_case[${type}]`
      throw refused(`Missing required param: ${param}.`, 'parameter_missing', { param })
    }
    const link = newLink(world, {
      account: account.id,
      useCase: params.use_case,
      refreshUrl: details.refresh_url,
      returnUrl: details.return_url ?? null,
    })
    world.store.put('v2.core.account_link', link, { testClock: null, created: link.created })
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
