// Verifies browsers' passkey responses (WebAuthn level 3). The only importer of the library, which is loaded when it is
// first needed, because an idle server would keep its certificate parsers in memory.
import type { z } from 'zod'
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken, isSignatureOf } from '#server/http/session.ts'
import type { Assertion, NewCredential } from '#shared/contracts/factors.ts'
import { SECOND_STEP_MINUTES } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
/** `add` for a new passkey, `use` to sign in or to confirm one's identity. */
type Purpose = 'add' | 'use'

export const PROMPT_MS = SECOND_STEP_MINUTES * 60_000
/** COSE's numbers for EdDSA, ES256 and RS256. Every authenticator supports at least one of them. */
export const ALGORITHMS = [-8, -7, -257]

export const relyingParty = (publicUrl: string): { id: string; origin: string } => {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/**
 * A challenge that is signed instead of stored: everybody who opens the sign-in dialog needs one, and a flood would
 * fill a table. A challenge for a new passkey is valid for one person only.
 */
export function newChallenge({ clock, config }: Needs, purpose: Purpose, userId = ''): string {
  const expiresAtMs = clock.now().getTime() + PROMPT_MS
  const text = `${expiresAtMs}.${clock.newToken()}`
  const signature = hashedToken(config.sessionSecret, signed(purpose, userId, text))
  return Buffer.from(`${text}.${signature}`).toString('base64url')
}

const signed = (purpose: Purpose, userId: string, text: string) => `challenge ${purpose} ${userId} ${text}`

/** Whether we issued this challenge and it hasn't expired. */
function isValid({ clock, config }: Needs, challenge: string, purpose: Purpose, userId = ''): boolean {
  const [expires = '', token = '', signature = ''] = partsOf(challenge)
  return (
    isSignatureOf(config, signature, signed(purpose, userId, `${expires}.${token}`)) &&
    Number(expires) > clock.now().getTime()
  )
}

const partsOf = (challenge: string) => Buffer.from(challenge, 'base64url').toString().split('.')

/** Marks a challenge as used, so that no response counts twice. Throws `passkey_refused`. */
async function redeemChallenge(db: Db, challenge: string): Promise<void> {
  const [expires, token = ''] = partsOf(challenge)
  const used = await db
    .insertInto('usedChallenges')
    .values({ challenge: token, expiresAt: new Date(Number(expires)) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (used.numInsertedOrUpdatedRows === 0n) throw new Problem('passkey_refused')
}

/** A new credential's public key. Throws `passkey_refused`. */
export async function verifyNewCredential(
  deps: Needs,
  publicUrl: string,
  userId: string,
  credential: z.output<typeof NewCredential>,
): Promise<{ id: string; publicKey: Buffer; counter: number; transports: string[] }> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(publicUrl)
  const { transports = [], ...response } = credential.response
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  let answered = ''
  const { registrationInfo } = await refusedIfItThrows(
    verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => isValid(deps, (answered = challenge), 'add', userId),
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw new Problem('passkey_refused')
  await redeemChallenge(deps.db, answered)
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey), counter, transports }
}

/** Returns the new counter of the credential that signed our challenge. Throws `passkey_refused`. */
export async function verifyAssertion(
  deps: Needs,
  publicUrl: string,
  assertion: z.output<typeof Assertion>,
  stored: { publicKey: Buffer; counter: number },
): Promise<number> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(publicUrl)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let answered = ''
  const { verified, authenticationInfo } = await refusedIfItThrows(
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: (challenge) => isValid(deps, (answered = challenge), 'use'),
      expectedOrigin,
      expectedRPID,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.counter,
      },
    }),
  )
  if (!verified) throw new Problem('passkey_refused')
  await redeemChallenge(deps.db, answered)
  return authenticationInfo.newCounter
}

/** The library throws if the data is wrong: another origin, an invalid signature, a counter that went back. */
async function refusedIfItThrows<T>(verified: Promise<T>): Promise<T> {
  try {
    return await verified
  } catch {
    throw new Problem('passkey_refused')
  }
}
