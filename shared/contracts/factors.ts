// Sign-in factors besides the password: an authenticator app, recovery codes and passkeys.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PASSKEY_NAME_MAX, PASSWORD_MAX } from '../limits.ts'
import { Instant, text } from '../wire.ts'
import { OwnUser } from './users.ts'

/** A field of a browser's credential, in base64url. */
const Encoded = z.string().max(20_000)
const CredentialId = z
  .string()
  .regex(/^[\w-]+$/, 'Not a valid id')
  .max(1400)
const credential = <Reply extends z.ZodType>(reply: Reply) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: reply,
  })

/** `RegistrationResponseJSON` of WebAuthn level 3, without fields that the server doesn't read. */
export const NewCredential = credential(
  z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
)
/** `AuthenticationResponseJSON` of WebAuthn level 3, without fields that the server doesn't read. */
export const Assertion = credential(
  z.object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded }),
)

const CredentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** `PublicKeyCredentialRequestOptionsJSON`. Lists no passkeys, so the browser offers all it has. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})

/** `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(CredentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>

export const PasskeyName = text('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(PASSKEY_NAME_MAX, 'Name too long')

/** A six-digit code of the app, or a recovery code, in any notation. */
export const Code = text('Code is required').trim().min(1, 'Code is required').max(40, 'Code too long')
export const CodeForm = z.object({ code: Code })
export const PasswordConfirmation = z.object({
  password: text('Password is required')
    .min(1, 'Password is required')
    .max(PASSWORD_MAX, 'Password too long'),
})

const Message = z.object({ message: z.string() })
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const factors = {
  loginWithCode: endpoint({
    method: 'POST',
    path: '/api/login/code',
    summary: 'The second step after the password: a code of the authenticator app or a recovery code',
    access: 'anyone',
    body: CodeForm,
    reply: OwnUser,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/login/passkey/options',
    summary: 'What the browser needs to ask for a passkey',
    access: 'anyone',
    reply: RequestOptions,
  }),
  loginWithPasskey: endpoint({
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Signs in with a passkey, without a password or a code',
    access: 'anyone',
    body: Assertion,
    reply: OwnUser,
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/api/reauthentications',
    summary: 'Confirms the password, for changes within the next 10 minutes',
    access: 'member',
    isForLeaving: true,
    limit: 'reauthentication',
    body: PasswordConfirmation,
    reply: Message,
  }),
  reauthenticateWithPasskey: endpoint({
    method: 'POST',
    path: '/api/reauthentications/passkey',
    summary: 'Confirms a passkey of the account, for changes within the next 10 minutes',
    access: 'member',
    isForLeaving: true,
    body: Assertion,
    reply: Message,
  }),
  reauthenticateWithCode: endpoint({
    method: 'POST',
    path: '/api/reauthentications/code',
    summary: 'Confirms the second factor with a code of the authenticator app, for administration',
    access: 'member',
    body: CodeForm,
    reply: Message,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/factors',
    summary: 'The account’s authenticator app, recovery codes and passkeys',
    access: 'member',
    reply: z.object({
      authenticatorSince: Instant.nullable(),
      recoveryCodesLeft: z.int(),
      passkeys: z.array(Passkey),
      /** Whether to suggest a factor: money or a broker is connected, and only a password protects it. */
      isSuggested: z.boolean(),
    }),
  }),
  setUpAuthenticator: endpoint({
    method: 'POST',
    path: '/api/factors/authenticator',
    summary: 'A new secret for an authenticator app; it counts once a code confirms it',
    access: 'member',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmAuthenticator: endpoint({
    method: 'POST',
    path: '/api/factors/authenticator/confirm',
    summary: 'Turns the authenticator app on with its first code, and returns ten recovery codes',
    access: 'member',
    body: CodeForm,
    reply: RecoveryCodes,
  }),
  turnOffAuthenticator: endpoint({
    method: 'DELETE',
    path: '/api/factors/authenticator',
    summary: 'Turns the authenticator app off and deletes the recovery codes',
    access: 'member',
    reply: Message,
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/factors/recovery-codes',
    summary: 'Ten new recovery codes; earlier ones stop working',
    access: 'member',
    reply: RecoveryCodes,
  }),
  newPasskeyOptions: endpoint({
    method: 'POST',
    path: '/api/factors/passkeys/options',
    summary: 'What the browser needs to create a passkey',
    access: 'member',
    reply: CreationOptions,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/factors/passkeys',
    summary: 'Adds a passkey that the browser has created',
    access: 'member',
    status: 201,
    body: z.object({ name: PasskeyName, credential: NewCredential }),
    reply: Passkey,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/factors/passkeys/:id',
    summary: 'Removes a passkey',
    access: 'member',
    params: z.object({ id: CredentialId }),
    reply: Message,
  }),
}
