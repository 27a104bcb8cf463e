// A connected account with active transfers, and links to its page.
import { testSandbox } from './sandbox.ts'
import { readyAccount } from './fixtures.ts'

export async function withAccount() {
  const made = await testSandbox()
  const account = await readyAccount(made.stripe)
  await made.eventTypes()
  made.webhooks.length = 0
  const linkFor = async () => {
    const link = await made.stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: 'account_update',
        account_update: { refresh_url: 'http://app.test/refresh', return_url: 'http://app.test/return' },
      },
    })
    return link.url
  }
  return { ...made, account, linkFor, params: { transfer_data: { destination: account } } }
}
