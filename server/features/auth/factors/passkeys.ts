// An account's passkeys: adding, using and removing them.
import type { z } from 'zod'
import { type AuditDeps, recordFailure } from '#server/audit/record-event.ts'
import { violatedConstraint } from '#server/db/open.ts'
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import type { Assertion, NewCredential } from '#shared/contracts/factors.ts'
import { PASSKEYS_MAX } from '#shared/limits.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { Problem } from '#shared/problems.ts'
import { announceFactorChange } from './announce-factor-change.ts'
import {
  ALGORITHMS,
  newChallenge,
  PROMPT_MS,
  relyingParty,
  verifyAssertion,
  verifyNewCredential,
} from './webauthn.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'> & AuditDeps
type Owner = { id: string; username: string; displayName: string | null; email: string }
type Row = Awaited<ReturnType<typeof passkeysOf>>[number]

/** Oldest first. */
export const passkeysOf = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'transports', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const passkeyView = ({ id, name, createdAt, lastUsedAt }: Omit<Row, 'transports'>) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** The options for a browser to create a discoverable passkey. Throws `passkeys_full`. */
export async function newPasskeyOptions(deps: Needs, publicUrl: string, owner: Owner) {
  const existing = await passkeysOf(deps.db, owner.id)
  if (existing.length >= PASSKEYS_MAX) throw new Problem('passkeys_full')
  return {
    challenge: newChallenge(deps, 'add', owner.id),
    rp: { id: relyingParty(publicUrl).id, name: PRODUCT_NAME },
    user: {
      id: Buffer.from(owner.id).toString('base64url'),
      name: owner.username,
      displayName: owner.displayName ?? owner.username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: PROMPT_MS,
    attestation: 'none' as const,
    // The browser reports it if the device already has one of these.
    excludeCredentials: existing.map(({ id, transports }) => ({
      id,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
  }
}

/** Throws `passkey_refused`, `passkeys_full` and `passkey_taken`. */
export async function addPasskey(
  deps: Needs,
  publicUrl: string,
  owner: Owner,
  { name, credential }: { name: string; credential: z.output<typeof NewCredential> },
) {
  const verified = await verifyNewCredential(deps, publicUrl, owner.id, credential)
  const { db, clock } = deps
  const row = { ...verified, userId: owner.id, name, createdAt: clock.now(), lastUsedAt: null }
  try {
    await db.transaction().execute(async (trx) => {
      // Locked, so that of two concurrent additions the second one counts the first.
      await trx.selectFrom('users').select('id').where('id', '=', owner.id).forUpdate().execute()
      const others = await trx.selectFrom('passkeys').select('id').where('userId', '=', owner.id).execute()
      if (others.length >= PASSKEYS_MAX) throw new Problem('passkeys_full')
      await trx.insertInto('passkeys').values(row).execute()
      await announceFactorChange(trx, deps, owner, 'passkey.added', `Passkey “${name}”`)
    })
  } catch (error) {
    if (violatedConstraint(error) === 'passkeys_pkey') throw new Problem('passkey_taken')
    throw error
  }
  return passkeyView(row)
}

/** `acceptAssertion` for a signed-in person. Records a refusal. */
export async function confirmWithPasskey(
  deps: Needs,
  publicUrl: string,
  assertion: z.output<typeof Assertion>,
  userId: string,
): Promise<void> {
  try {
    await acceptAssertion(deps, publicUrl, assertion, userId)
  } catch (error) {
    if (error instanceof Problem)
      await recordFailure(deps.db, deps, { event: 'sign_in_failed.confirmation', userId })
    throw error
  }
}

/** Throws `not_found` if it isn't this person's. */
export async function removePasskey(deps: Needs, owner: Owner, id: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', owner.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new Problem('not_found')
    await announceFactorChange(trx, deps, owner, 'passkey.removed', `Passkey “${removed.name}”`)
  })
}

/** The options for a browser to ask for any passkey of this site. */
export const passkeyOptions = (deps: Needs, publicUrl: string) => ({
  challenge: newChallenge(deps, 'use'),
  rpId: relyingParty(publicUrl).id,
  timeout: PROMPT_MS,
  userVerification: 'required' as const,
})

/**
 * The owner of the passkey that signed, who must be `expectedUserId` if given. Throws `passkey_unknown` and
 * `passkey_refused`.
 */
export async function acceptAssertion(
  deps: Needs,
  publicUrl: string,
  assertion: z.output<typeof Assertion>,
  expectedUserId?: string,
): Promise<{ userId: string }> {
  const { db, clock } = deps
  const stored = await db
    .selectFrom('passkeys')
    .select(['userId', 'publicKey', 'counter'])
    .where('id', '=', assertion.id)
    .executeTakeFirst()
  if (!stored) throw new Problem('passkey_unknown')
  const { userId, publicKey } = stored
  if (expectedUserId !== undefined && userId !== expectedUserId) throw new Problem('passkey_refused')
  const counter = await verifyAssertion(deps, publicUrl, assertion, {
    publicKey,
    counter: stored.counter,
  })
  const used = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: clock.now() })
    .where('id', '=', assertion.id)
    .where('counter', '=', stored.counter)
    .executeTakeFirstOrThrow()
  // Another assertion was counted in the meantime, or the passkey was removed.
  if (used.numUpdatedRows === 0n) throw new Problem('passkey_refused')
  return { userId }
}
