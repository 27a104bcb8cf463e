// Helpers for tests of emails: the links that arrive at an address, and what visitors do with them.
import { email } from '#shared/contracts/email.ts'
import { emails, linkIn } from '#test/emails.ts'
import type { Browser, TestServer } from '#test/server.ts'

export const emailLinks = (server: TestServer) => ({
  /** Changes the email to an address whose mail the test reads; returns the token of the link that confirmed it. */
  async change(browser: Browser, address: string): Promise<string> {
    await browser.call(email.change, { body: { email: address } })
    const { token } = await this.newest(address)
    await this.open(token)
    return token
  },
  /** The subjects of all emails to an address, oldest first. */
  async subjects(address: string): Promise<string[]> {
    await server.jobsDone()
    return (await emails(server.deps, address)).map(({ subject }) => subject)
  },
  /** The subjects of all emails to an address with the tokens of their first links, oldest first. */
  async all(address: string): Promise<{ subject: string; token: string }[]> {
    await server.jobsDone()
    return (await emails(server.deps, address)).map((sent) => ({
      subject: sent.subject,
      token: new URLSearchParams(linkIn(sent).hash.slice(1)).get('token') ?? '',
    }))
  },
  /** The page and the token of the link in the newest email to an address. */
  async newest(address: string): Promise<{ page: string; token: string }> {
    await server.jobsDone()
    const sent = (await emails(server.deps, address)).at(-1)
    if (!sent) throw new Error(`No email came to ${address}`)
    const { pathname, search, hash } = linkIn(sent)
    return { page: pathname + search, token: new URLSearchParams(hash.slice(1)).get('token') ?? '' }
  },
  check: (token: string) => server.visitor().call(email.checkLink, { body: { token } }),
  open: (token: string) => server.visitor().call(email.openLink, { body: { token } }),
})
