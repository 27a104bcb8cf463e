// Emails about a copy of one's data, and about deleting the account.
import { PRODUCT_NAME } from '../product.ts'
import { longUtcDate } from '../rules/dates.ts'
import { action, facts, list, paragraph, type Template } from './email.ts'

const reason = `You got this email because it’s about your account at ${PRODUCT_NAME}.`

/** Sent on the day of the request. The person cancels the deletion by signing in. */
export const deletionRequested: Template<{ username: string; deletedAt: string; isCreator: boolean }> = (
  { username, deletedAt, isCreator },
  { publicUrl },
) => {
  const day = longUtcDate(new Date(deletedAt))
  return {
    subject: `Your account will be deleted on ${day}`,
    blocks: [
      paragraph(
        `You asked us to delete your account ${username}. It’s hidden from everybody now, and you’re signed out everywhere.`,
      ),
      paragraph(`On ${day} we delete it permanently:`),
      list([
        'Your subscriptions end. We refund what was charged after your request.',
        ...(isCreator ? ['Creator Mode ends. Your subscribers get a refund for the current month.'] : []),
        'Your name, email, pictures, texts and portfolio are deleted, here and at the services that connect your brokers.',
        'Your signals and payments stay in the records, without your name and without your texts.',
      ]),
      paragraph(`To keep your account, sign in before ${day} and press “Keep my account”.`),
      action('Sign in', `${publicUrl}/?auth=login`),
      paragraph('If you didn’t ask for this, sign in, keep your account, and change your password.'),
    ],
    reason,
  }
}

export const accountKept: Template<{ username: string; isCreator: boolean }> = (
  { username, isCreator },
  { publicUrl },
) => ({
  subject: 'You keep your account',
  blocks: [
    paragraph(`Your account ${username} won’t be deleted. Others can see it again, as before.`),
    ...(isCreator ? [paragraph('Your subscribers’ renewals continue.')] : []),
    action('Open your profile', `${publicUrl}/profile`),
    paragraph('If that wasn’t you, change your password now.'),
  ],
  reason,
})

/** Links to the settings and not to the file, which only its signed-in owner can download. */
export const dataExportReady: Template<{ username: string; expiresAt: string }> = (
  { username, expiresAt },
  { publicUrl },
) => ({
  subject: 'The copy of your data is ready',
  blocks: [
    paragraph('The copy of your data that you requested is ready to download.'),
    facts([
      ['Account', username],
      ['Available until', longUtcDate(new Date(expiresAt))],
    ]),
    action('Download your data', `${publicUrl}/settings/data`),
    paragraph(
      'Only you can download it, when you’re signed in. Don’t share the file: it has everything you’ve stored here.',
    ),
  ],
  reason: `You got this email because you requested a copy of your data from ${PRODUCT_NAME}.`,
})
