// Calls about an account's email: verifying it, changing it, and undoing a change.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { requireReauthentication } from '#server/http/session.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { email } from '#shared/contracts/email.ts'
import { EMAIL_LINK_HOURS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { accountById } from '../store.ts'
import { changeEmail } from './change-email.ts'
import { checkEmailLink, openEmailLink } from './open-email-link.ts'

const sentTo = (address: string) => ({
  message: `We’ve sent a link to ${address}. It works for ${EMAIL_LINK_HOURS} hours.`,
})

export function emailRoutes(serve: Serve, deps: Deps): void {
  const { db, clock } = deps

  serve(email.askAgain, async ({ viewer }) => {
    const account = await accountById(db, viewer.id)
    if (!account) throw new Problem('unauthorized')
    await enqueue(db, 'email_address_link', {
      userId: viewer.id,
      purpose: 'verify_email',
      email: account.email,
      emailId: clock.newId(),
    })
    return sentTo(account.email)
  })

  serve(email.change, async ({ viewer, body, http: { by } }) => {
    await requireReauthentication(deps, viewer)
    await changeEmail({ ...deps, by }, { userId: viewer.id, ...body })
    return sentTo(body.email)
  })

  serve(email.checkLink, ({ body }) => checkEmailLink(deps, body.token))
  serve(email.openLink, ({ body, http: { by } }) => openEmailLink({ ...deps, by }, body.token))
}
