// Outcomes of signing in, and of changes that people make to their accounts.
import { AFTER_CREATOR_MODE_REQUIRED_MS, AFTER_LOGOUT_MS } from '#shared/limits.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { paths } from '#web/paths.ts'
import { failure, type Outcome } from './outcomes.ts'

export const accountOutcomes = {
  loginFailed: failure('Login failed'),
  registrationFailed: failure('Registration failed'),
  loggedIn: { title: 'Welcome back!', text: 'You have successfully logged in.' },
  registered: { title: `Welcome to ${PRODUCT_NAME}!`, text: 'Your account has been created successfully.' },
  passwordReset: { title: 'Password changed', text: 'You’re signed in. All other devices are signed out.' },
  passwordChanged: { title: 'Password changed', text: 'All other devices are signed out.' },
  emailLinkFailed: failure('Error', 'We couldn’t send the link. Try again.'),
  emailNotVerified: {
    ...failure('Verify your email', 'Verify your email first. We sent you a link.'),
    // The page where the link can be requested again.
    go: { to: paths.settingsSection('account'), afterMs: AFTER_CREATOR_MODE_REQUIRED_MS },
  },
  signedOutThere: { title: 'Signed out', text: 'That device needs your password again.' },
  signOutThereFailed: failure('Error', 'Couldn’t sign out that device. Try again.'),
  dataExportRequested: { title: 'Copy requested', text: 'We’ll email you when it’s ready.' },
  dataExportFailed: failure('Error', 'Couldn’t request a copy. Try again.'),
  dataDownloadFailed: failure('Error', 'Couldn’t download the copy. Try again.'),
  deletionRequested: {
    title: 'Account hidden',
    text: 'You can sign in within 14 days to keep it. We’ve emailed you the details.',
    go: { to: paths.feed, afterMs: AFTER_LOGOUT_MS },
  },
  accountKept: {
    title: 'Account kept',
    text: 'Others can see you again.',
    go: { to: paths.feed, afterMs: 0 },
  },
  keepAccountFailed: failure('Error', 'Couldn’t keep your account. Try again.'),
  agreed: { title: 'Thank you', text: 'We’ve saved that you agree.' },
  agreeFailed: failure('Error', 'Couldn’t save your agreement. Try again.'),
  passkeyFailed: failure('Login failed', 'This passkey didn’t work. Try again.'),
  authenticatorOn: { title: 'Authenticator app on', text: 'After your password, you’re asked for a code.' },
  authenticatorOff: { title: 'Authenticator app off', text: 'Your recovery codes no longer work.' },
  authenticatorOffFailed: failure('Error', 'Couldn’t turn off your authenticator app. Try again.'),
  passkeyAdded: { title: 'Passkey added', text: 'You can sign in with it now.' },
  passkeyRemoved: { title: 'Passkey removed', text: 'You can’t sign in with it anymore.' },
  passkeyRemovalFailed: failure('Error', 'Couldn’t remove the passkey. Try again.'),
  waitlistFailed: failure('Error', 'Failed to join waitlist'),
  waitlisted: {
    title: 'Success!',
    text: `You've been added to our waitlist. We'll notify you when ${PRODUCT_NAME} launches!`,
  },
  pictureFailed: { title: 'Error', text: 'Failed to process uploaded image', tone: 'destructive' },
} as const satisfies Record<string, Outcome>
