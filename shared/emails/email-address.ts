// Emails about an account's address: links that verify, confirm or undo it. Their tokens are in the fragment.
import { PRODUCT_NAME } from '../product.ts'
import { EMAIL_LINK_HOURS, EMAIL_REVERT_DAYS } from '../limits.ts'
import { action, facts, paragraph, type Template } from './email.ts'

const ONCE = paragraph(`The link works once, for ${EMAIL_LINK_HOURS} hours.`)

/** The address may belong to another person, so the email says what verifying does. */
export const verifyEmail: Template<{ username: string; tokenId: string }> = (
  { username, tokenId },
  { publicUrl, tokenOf },
) => ({
  subject: 'Verify your email',
  blocks: [
    paragraph(`Open this link to verify that this is the email of your ${PRODUCT_NAME} account ${username}.`),
    action('Verify your email', `${publicUrl}/verify-email#token=${tokenOf(tokenId)}`),
    ONCE,
    paragraph('If the account isn’t yours, ignore this email.'),
  ],
  reason: `You got this email because someone entered your address at ${PRODUCT_NAME}.`,
})

export const confirmEmailChange: Template<{ username: string; tokenId: string }> = (
  { username, tokenId },
  { publicUrl, tokenOf },
) => ({
  subject: 'Confirm your new email',
  blocks: [
    paragraph(`Open this link to make this the email of your ${PRODUCT_NAME} account ${username}.`),
    action('Confirm your new email', `${publicUrl}/verify-email#token=${tokenOf(tokenId)}`),
    ONCE,
    paragraph('If the account isn’t yours, ignore this email. Nothing changes.'),
  ],
  reason: `You got this email because someone entered your address at ${PRODUCT_NAME}.`,
})

/** For the current address, verified or not: the person who asked for the change may not be its owner. */
export const emailChangeAsked: Template<{ username: string; tokenId: string; isVerified: boolean }> = (
  { username, tokenId, isVerified },
  { publicUrl, tokenOf },
) => ({
  subject: 'Someone asked to change your email',
  blocks: [
    paragraph(
      `Someone, hopefully you, asked to give your ${PRODUCT_NAME} account ${username} another email. The email changes when they open the link that we sent there.`,
    ),
    paragraph('If that was you, there’s nothing to do. If it wasn’t, stop the change.'),
    action('Stop the change', `${publicUrl}/revert-email#token=${tokenOf(tokenId)}`),
    paragraph(
      isVerified
        ? `The link works once, for ${EMAIL_LINK_HOURS} hours. It also signs out all devices and lets you set a new password, because the person who asked may know yours.`
        : `The link works once, for ${EMAIL_LINK_HOURS} hours. If the account isn’t yours, you can ignore this email.`,
    ),
  ],
  reason: `You got this email because this is the address of an account at ${PRODUCT_NAME}.`,
})

/** For the previous address. Without a token it can't be undone, because the previous address was never verified. */
export const emailChanged: Template<{
  username: string
  change: { email: string; tokenId: string } | null
}> = ({ username, change }, { publicUrl, tokenOf }) => ({
  subject: 'The email of your account was changed',
  blocks: change
    ? [
        paragraph('Your account has a new email. We’ll email you there from now on.'),
        facts([
          ['Account', username],
          ['New email', change.email],
        ]),
        paragraph('If that was you, there’s nothing to do. If it wasn’t, undo the change.'),
        action('Undo the change', `${publicUrl}/revert-email#token=${tokenOf(change.tokenId)}`),
        paragraph(
          `The link works once, for ${EMAIL_REVERT_DAYS} days. It makes this address the account’s email again, signs out all devices, and lets you set a new password.`,
        ),
      ]
    : [
        paragraph(
          `The account ${username} had this address, which was never verified. It now has another one.`,
        ),
      ],
  reason: `You got this email because this was the address of an account at ${PRODUCT_NAME}.`,
})

/** For the owner of an address that someone entered for another account. */
export const emailInUse: Template<{ username: string }> = ({ username }, { publicUrl }) => ({
  subject: 'You already have an account',
  blocks: [
    paragraph(
      `Someone, hopefully you, entered this address for another account at ${PRODUCT_NAME}. It already belongs to your account ${username}, and nothing changed.`,
    ),
    action('Sign in', `${publicUrl}/?auth=login`),
    paragraph('If you forgot your password, “Forgot password?” on that page sends you a link.'),
    paragraph('If it wasn’t you, ignore this email. It gave no access to your account.'),
  ],
  reason: `You got this email because it’s about the security of your account at ${PRODUCT_NAME}. We send it at most once an hour.`,
})
