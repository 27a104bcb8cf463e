// Login links (v1): URLs of a connected account's Express dashboard, each good for one visit.
import { MINUTE, randomString } from '../clock.ts'
import { now, type Context } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { retrieveAccount } from '../objects/accounts.ts'
import { shape } from '../params.ts'
import { route } from '../routes.ts'

type LoginLink = { id: string; account: string; created: number; expiresAt: number }

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    login_link: LoginLink
  }
}

const GOOD_FOR = 5 * MINUTE

export const loginLinkRoutes = [
  route('POST', '/v1/accounts/:id/login_links', shape({}), (context: Context, { id }) => {
    const account = retrieveAccount(context, id)
    if (account.closed) throw invalidRequest(`The account ${account.id} is closed.`, 'account_closed')
    const created = now(context)
    const link = { id: randomString(32), account: account.id, created, expiresAt: created + GOOD_FOR }
    context.store.put('login_link', link, { testClock: null, created })
    return { object: 'login_link', created, url: `${context.baseUrl}/pages/express/${link.id}` }
  }),
]
