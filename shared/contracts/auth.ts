// Signing in, registering, signing out, and who is signed in.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ADULT_AGE, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { text, Token } from '../wire.ts'
import { Assertion } from './factors.ts'
import { DisplayName, OwnUser, Username } from './users.ts'

export const Email = text('Email is required')
  .trim()
  .pipe(z.email('Invalid email address'))
  .pipe(z.string().max(EMAIL_MAX, 'Invalid email address'))

export const Credentials = z.object({
  username: text('Username is required')
    .min(1, 'Username is required')
    .max(PASSWORD_MAX, 'Username too long'),
  password: text('Password is required')
    .min(1, 'Password is required')
    .max(PASSWORD_MAX, 'Password too long'),
})

/** Longer than any username, so that a broken link's `?from=` keeps nobody from registering. */
export const FROM_MAX = 200

/** A new password with this minimum length (the setting `PASSWORD_MIN_LENGTH`). */
export const newPasswordOf = (passwordMin: number) =>
  text('Password is required')
    .min(passwordMin, `Password must be at least ${passwordMin} characters`)
    .max(PASSWORD_MAX, 'Password too long')

/** A box that must be ticked; `message` says so. */
export const agreed = (message: string) => z.boolean(message).refine((isGiven) => isGiven, message)

/** The registration form for a minimum password length. */
export const registrationOf = (passwordMin: number) =>
  z.object({
    email: Email,
    username: Username,
    displayName: DisplayName.nullable().optional(),
    password: newPasswordOf(passwordMin),
    /** The person states that they are an adult, and agrees to the current terms. Neither is preselected. */
    isAdult: agreed(`You must be ${ADULT_AGE} or older to create an account`),
    acceptsTerms: agreed('Agree to the Terms to create an account'),
    invitation: Token.optional(),
    showsRecordToVisitors: z.boolean('showsRecordToVisitors must be true or false').optional(),
    /** The username on whose public page the person decided to join. Anything else is ignored. */
    from: text('from is missing').max(FROM_MAX, 'from is too long').optional(),
  })
export const Registration = registrationOf(PASSWORD_MIN)

export const PasswordResetRequest = z.object({
  login: text('Username or email is required')
    .trim()
    .min(1, 'Username or email is required')
    .max(EMAIL_MAX, 'Username or email too long'),
})
export const passwordResetOf = (passwordMin: number) =>
  z.object({ token: Token, password: newPasswordOf(passwordMin) })
export const passwordChangeOf = (passwordMin: number) =>
  z.object({
    currentPassword: text('Your current password is required')
      .min(1, 'Your current password is required')
      .max(PASSWORD_MAX, 'Password too long'),
    newPassword: newPasswordOf(passwordMin),
  })
/** For a person who doesn't know the current password. */
export const passkeyPasswordChangeOf = (passwordMin: number) =>
  z.object({ newPassword: newPasswordOf(passwordMin), passkey: Assertion })

const Message = z.object({ message: z.string() })

export const auth = {
  currentUser: endpoint({
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in user, or null',
    access: 'anyone',
    reply: OwnUser.nullable(),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Signs in with username and password',
    access: 'anyone',
    body: Credentials,
    reply: OwnUser,
  }),
  loginWithLink: endpoint({
    method: 'POST',
    path: '/api/login/link',
    summary: 'Signs in with a link that was sent by email; it works once',
    access: 'anyone',
    body: z.object({ token: Token }),
    reply: OwnUser,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/register',
    summary: 'Creates an account and signs it in',
    access: 'anyone',
    limit: 'registration',
    status: 201,
    body: Registration,
    reply: OwnUser,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    summary: 'Signs out this browser',
    access: 'anyone',
    reply: Message,
  }),
  checkInvitation: endpoint({
    method: 'POST',
    path: '/api/invitations/check',
    summary: 'The email address a valid invitation was sent to',
    access: 'anyone',
    body: z.object({ token: Token }),
    reply: z.object({ email: z.string() }),
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/password-resets',
    summary: 'Emails a link that sets a new password; the reply doesn’t tell whether there is an account',
    access: 'anyone',
    limit: 'passwordReset',
    body: PasswordResetRequest,
    reply: Message,
  }),
  checkPasswordReset: endpoint({
    method: 'POST',
    path: '/api/password-resets/check',
    summary: 'The username of a valid link that sets a new password',
    access: 'anyone',
    body: z.object({ token: Token }),
    reply: z.object({ username: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/password-resets/complete',
    summary: 'Sets a new password with the link, ends all sessions and signs in',
    access: 'anyone',
    limit: 'passwordReset',
    body: passwordResetOf(PASSWORD_MIN),
    reply: OwnUser,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/password',
    summary: 'Changes the password and signs out all other browsers',
    access: 'member',
    limit: 'passwordChange',
    body: passwordChangeOf(PASSWORD_MIN),
    reply: Message,
  }),
  changePasswordWithPasskey: endpoint({
    method: 'PUT',
    path: '/api/password/passkey',
    summary: 'The same, with a passkey of the account in place of the current password',
    access: 'member',
    limit: 'passwordChange',
    body: passkeyPasswordChangeOf(PASSWORD_MIN),
    reply: Message,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    summary: 'The account’s signed-in browsers',
    access: 'member',
    reply: z.array(
      z.object({
        id: z.string(),
        startedAt: z.iso.datetime(),
        /** Precise to the day, because it is saved at most once a day. */
        lastUsedAt: z.iso.datetime(),
        browser: z.string(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'Signs out all of the account’s other browsers',
    access: 'member',
    reply: Message,
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'Signs out one of the account’s browsers',
    access: 'member',
    params: z.object({ id: z.string().regex(/^[\w-]{1,100}$/, 'Not a valid id') }),
    reply: Message,
  }),
}
