// Emails about an account: the invitation to create it, and its password.
import { PRODUCT_NAME } from '../product.ts'
import { INVITATION_DAYS, RESET_LINK_MINUTES, SIGN_IN_LINK_MINUTES } from '../limits.ts'
import { action, facts, paragraph, type Template } from './email.ts'

export const invitation: Template<{ invitationId: string }> = ({ invitationId }, { publicUrl, tokenOf }) => ({
  subject: `Your invitation to ${PRODUCT_NAME}`,
  blocks: [
    paragraph(`You’re invited to ${PRODUCT_NAME}, where investors post trade ideas and follow each other.`),
    action('Create your account', invitationLink(publicUrl, tokenOf(invitationId))),
    paragraph(`The link works once, for ${INVITATION_DAYS} days, and only for this email address.`),
  ],
  reason: `You got this email because someone at ${PRODUCT_NAME} invited you. If that’s a mistake, ignore it.`,
})

export const registrationLink = (publicUrl: string): string => `${publicUrl}/?auth=register`

/** The token is in the fragment, which browsers don't send to servers. */
export const invitationLink = (publicUrl: string, token: string): string =>
  `${registrationLink(publicUrl)}#invitation=${token}`

/** One link for each account with this address. */
export const passwordReset: Template<{ accounts: { username: string; tokenId: string }[] }> = (
  { accounts },
  { publicUrl, tokenOf },
) => ({
  subject: 'Set a new password',
  blocks: [
    paragraph(
      accounts.length === 1
        ? `Someone, hopefully you, asked for a new password for your account ${accounts[0]?.username ?? ''}.`
        : 'Someone, hopefully you, asked for a new password. You have several accounts with this address.',
    ),
    ...accounts.map(({ username, tokenId }) =>
      action(
        accounts.length === 1 ? 'Set a new password' : `Set a new password for ${username}`,
        `${publicUrl}/reset-password#token=${tokenOf(tokenId)}`,
      ),
    ),
    paragraph(
      `${accounts.length === 1 ? 'The link works' : 'Each link works'} once, for ${RESET_LINK_MINUTES} minutes. It signs you out everywhere else.`,
    ),
    paragraph('If you didn’t ask for it, ignore this email. Your password stays the same.'),
  ],
  reason: `You got this email because someone asked for a new password for your account at ${PRODUCT_NAME}.`,
})

/**
 * Sent while strangers try passwords. `isPasswordRight`: sent at once to a person who has to wait despite the right
 * password.
 */
export const signInLink: Template<{ username: string; tokenId: string; isPasswordRight?: boolean }> = (
  { username, tokenId, isPasswordRight = false },
  site,
) =>
  isPasswordRight ? waitingOwner({ username, tokenId }, site) : guessedPassword({ username, tokenId }, site)

const waitingOwner: Template<{ username: string; tokenId: string }> = (
  { username, tokenId },
  { publicUrl, tokenOf },
) => ({
  subject: 'Sign in to your account with this link',
  blocks: [
    paragraph(
      `Someone, hopefully you, just entered the right password for your account ${username} on a new device. Someone keeps guessing wrong passwords, so we delay sign-ins from new devices.`,
    ),
    paragraph('If it was you, you don’t need to wait: open this link on the new device.'),
    action('Sign in', `${publicUrl}/?auth=link#token=${tokenOf(tokenId)}`),
    paragraph(
      `The link works once, for ${SIGN_IN_LINK_MINUTES} minutes. Don’t forward this email: anyone who opens the link is signed in to your account.`,
    ),
    paragraph('If it wasn’t you, someone knows your password. Set a new one now.'),
    action('Set a new password', `${publicUrl}/?auth=forgot`),
  ],
  reason: `You got this email because it’s about the security of your account at ${PRODUCT_NAME}.`,
})

const guessedPassword: Template<{ username: string; tokenId: string }> = (
  { username, tokenId },
  { publicUrl, tokenOf },
) => ({
  subject: 'Someone is trying to sign in to your account',
  blocks: [
    paragraph(
      `Someone keeps trying wrong passwords for your account ${username}. We now make them wait between tries.`,
    ),
    paragraph(
      'Devices that you’ve signed in with before aren’t affected. To sign in with another one, open this link on it.',
    ),
    action('Sign in', `${publicUrl}/?auth=link#token=${tokenOf(tokenId)}`),
    paragraph(
      `The link works once, for ${SIGN_IN_LINK_MINUTES} minutes. Don’t forward this email: anyone who opens the link is signed in to your account.`,
    ),
  ],
  reason:
    'You got this email because it’s about the security of your account. We send it at most once an hour.',
})

export const passwordChanged: Template<{ username: string; at: string }> = (
  { username, at },
  { publicUrl },
) => ({
  subject: 'Your password was changed',
  blocks: [
    paragraph('Your password was changed, and all other devices were signed out.'),
    facts([
      ['Account', username],
      ['When', `${TIME.format(new Date(at))} UTC`],
    ]),
    paragraph('If that was you, there’s nothing to do. If it wasn’t, set a new password now.'),
    action('Set a new password', `${publicUrl}/?auth=forgot`),
  ],
  reason: `You got this email because it’s about the security of your account at ${PRODUCT_NAME}.`,
})

type FactorChange = { username: string; factor: string; at: string }

export const factorAdded: Template<FactorChange> = (change, site) => ({
  subject: 'Your sign-in settings changed',
  blocks: [paragraph('A way to sign in was added to your account.'), ...factorBlocks(change, site.publicUrl)],
  reason: FACTOR_REASON,
})

export const factorRemoved: Template<FactorChange> = (change, site) => ({
  subject: 'Your sign-in settings changed',
  blocks: [
    paragraph('A way to sign in was removed from your account.'),
    ...factorBlocks(change, site.publicUrl),
  ],
  reason: FACTOR_REASON,
})

const FACTOR_REASON = `You got this email because it’s about the security of your account at ${PRODUCT_NAME}.`

const factorBlocks = ({ username, factor, at }: FactorChange, publicUrl: string) => [
  facts([
    ['Account', username],
    ['What', factor],
    ['When', `${TIME.format(new Date(at))} UTC`],
  ]),
  paragraph(
    'If that was you, there’s nothing to do. If it wasn’t, set a new password now and look at your settings.',
  ),
  action('Set a new password', `${publicUrl}/?auth=forgot`),
]

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
