// The email of an account: verifying it, changing it, and undoing a change.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Email } from './auth.ts'

export const EmailChange = z.object({ email: Email })

/**
 * `verify`: the account's email; `change`: its new email; `revert`: its previous email; `stop`: the email that it
 * keeps.
 */
export const EmailLink = z.object({
  action: z.enum(['verify', 'change', 'revert', 'stop']),
  username: z.string(),
  /** The account's email after the link was used. */
  email: z.string(),
  /** The link also voids the password, ends all sessions, and removes newer sign-in methods. */
  endsAccess: z.boolean().optional(),
})

/** `passwordToken`: the token of a link that sets a new password, if this link has voided the old one. */
export const OpenedEmailLink = EmailLink.extend({ passwordToken: z.string().optional() })

const Message = z.object({ message: z.string() })
const Token = z.object({ token: z.string().max(200) })

export const email = {
  askAgain: endpoint({
    method: 'POST',
    path: '/api/email-verifications',
    summary: 'Emails the link that verifies the viewer’s email again, if the last one is a minute old',
    access: 'member',
    limit: 'emailLink',
    reply: Message,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/email',
    summary: 'Emails a link to the new address, which changes the viewer’s email when it is used',
    access: 'member',
    limit: 'emailLink',
    body: EmailChange,
    reply: Message,
  }),
  checkLink: endpoint({
    method: 'POST',
    path: '/api/email-links/check',
    summary: 'What a link about an email does, without doing it',
    access: 'anyone',
    body: Token,
    reply: EmailLink,
  }),
  openLink: endpoint({
    method: 'POST',
    path: '/api/email-links/complete',
    summary:
      'Verifies an email, changes it, or stops or undoes a change, ends all sessions and voids the password',
    access: 'anyone',
    limit: 'emailLink',
    body: Token,
    reply: OpenedEmailLink,
  }),
}
