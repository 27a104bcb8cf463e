// Authenticator apps: time-based one-time passwords (RFC 6238) of six digits, a new one every 30 seconds.
import type { AuditDeps } from '#server/audit/record-event.ts'
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { Problem } from '#shared/problems.ts'
import { announceFactorChange } from './announce-factor-change.ts'
import { deleteRecoveryCodes, newRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts'

const STEP_S = 30

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'> & AuditDeps
type Owner = { id: string; username: string; email: string }

/** Since when an app is turned on; null if it is off or was never confirmed. */
export async function authenticatorSince(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('totpFactors')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.confirmedAt ?? null
}

/**
 * Stores a new secret, which a first code has to confirm, and replaces an unconfirmed one. Throws
 * `authenticator_on`.
 */
export async function setUpAuthenticator(
  { db, clock, secrets }: Needs,
  { id: userId, username }: Owner,
): Promise<{ secret: string; uri: string }> {
  const { generateSecret, generateURI } = await import('otplib')
  const secret = generateSecret()
  const fresh = { secret: secrets.seal(secret, userId), createdAt: clock.now(), lastStep: null }
  const saved = await db
    .insertInto('totpFactors')
    .values({ userId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(fresh).where('totpFactors.confirmedAt', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (saved.numInsertedOrUpdatedRows === 0n) throw new Problem('authenticator_on')
  return { secret, uri: generateURI({ issuer: PRODUCT_NAME, label: username, secret }) }
}

/**
 * Turns the app on and returns ten recovery codes. Throws `authenticator_on`, `authenticator_off` before
 * `setUpAuthenticator`, and `wrong_code`.
 */
export async function confirmAuthenticator(deps: Needs, owner: Owner, code: string): Promise<string[]> {
  const { db, clock } = deps
  const row = await factorOf(db, owner.id)
  if (!row) throw new Problem('authenticator_off')
  if (row.confirmedAt !== null) throw new Problem('authenticator_on')
  const step = await stepOf(deps, owner.id, row.secret, code)
  if (step === null) throw new Problem('wrong_code')
  const recovery = await newRecoveryCodes(deps, owner.id)
  await db.transaction().execute(async (trx) => {
    const confirmed = await trx
      .updateTable('totpFactors')
      .set({ confirmedAt: clock.now(), lastStep: step })
      .where('userId', '=', owner.id)
      .where('confirmedAt', 'is', null)
      .where('secret', '=', row.secret)
      .executeTakeFirstOrThrow()
    if (confirmed.numUpdatedRows === 0n) throw new Problem('authenticator_on')
    await announceFactorChange(trx, deps, owner, 'authenticator.added', 'Authenticator app')
    await storeRecoveryCodes(trx, deps, owner.id, recovery)
  })
  return recovery.codes
}

/** The current code of a secret, as an app shows it, and for how many seconds. For the demo. */
export async function currentCode(secret: string, now: Date): Promise<{ code: string; secondsLeft: number }> {
  const { generate } = await import('otplib')
  const epoch = Math.floor(now.getTime() / 1000)
  return { code: await generate({ secret, epoch }), secondsLeft: STEP_S - (epoch % STEP_S) }
}

/** Uses a code. False if it is wrong, or if it or a later one was used before. */
export async function redeemAuthenticatorCode(deps: Needs, userId: string, code: string): Promise<boolean> {
  const row = await factorOf(deps.db, userId)
  if (!row || row.confirmedAt === null) return false
  const step = await stepOf(deps, userId, row.secret, code)
  if (step === null) return false
  const used = await deps.db
    .updateTable('totpFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', row.secret)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .executeTakeFirstOrThrow()
  return used.numUpdatedRows === 1n
}

/** Issues ten new recovery codes. Throws `authenticator_off`. */
export async function renewRecoveryCodes(deps: Needs, owner: Owner): Promise<string[]> {
  if ((await authenticatorSince(deps.db, owner.id)) === null) throw new Problem('authenticator_off')
  const recovery = await newRecoveryCodes(deps, owner.id)
  await deps.db.transaction().execute(async (trx) => {
    await announceFactorChange(trx, deps, owner, 'recovery_codes.renewed', 'New recovery codes')
    await storeRecoveryCodes(trx, deps, owner.id, recovery)
  })
  return recovery.codes
}

/** Turns the app off and deletes the recovery codes. Throws `authenticator_off`. */
export async function turnOffAuthenticator(deps: Needs, owner: Owner): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('totpFactors')
      .where('userId', '=', owner.id)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw new Problem('authenticator_off')
    await deleteRecoveryCodes(trx, owner.id)
    await announceFactorChange(trx, deps, owner, 'authenticator.removed', 'Authenticator app')
  })
}

/** Re-encrypts all secrets with the current key and returns their number. Can be repeated, even while servers run. */
export async function rotateAuthenticatorSecrets({
  db,
  secrets,
}: Pick<Needs, 'db' | 'secrets'>): Promise<number> {
  let moved = 0
  for (const { userId, secret } of await db
    .selectFrom('totpFactors')
    .select(['userId', 'secret'])
    .execute()) {
    if (secrets.isCurrent(secret)) continue
    const { numUpdatedRows } = await db
      .updateTable('totpFactors')
      .set({ secret: secrets.seal(secrets.open(secret, userId), userId) })
      .where('userId', '=', userId)
      .where('secret', '=', secret)
      .executeTakeFirst()
    moved += Number(numUpdatedRows)
  }
  return moved
}

const factorOf = (db: Db, userId: string) =>
  db
    .selectFrom('totpFactors')
    .select(['secret', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()

/** The time step of a correct code, which may be one step early or late; null for a wrong code. */
async function stepOf(
  { clock, secrets }: Needs,
  userId: string,
  sealed: Buffer,
  code: string,
): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const { verify } = await import('otplib')
  const epoch = Math.floor(clock.now().getTime() / 1000)
  const secret = secrets.open(sealed, userId)
  const result = await verify({ secret, token, epoch, epochTolerance: STEP_S })
  return result.valid && 'epoch' in result ? result.epoch / STEP_S : null
}
