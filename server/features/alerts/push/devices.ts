// The browsers of a person that get push notifications.
import { ECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { violatedConstraint } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/session.ts'
import type { NewPushDevice, PushDevice } from '#shared/contracts/push.ts'
import { PUSH_DEVICES_MAX } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'push'>
type Asks = Pick<Viewer, 'id' | 'sid'>

const AUTH_BYTES = 16

export async function devicesOf(
  { db, push }: Pick<Deps, 'db' | 'push'>,
  { id, sid }: Asks,
): Promise<z.input<typeof PushDevice>[]> {
  const rows = await db
    .selectFrom('pushDevices as d')
    .innerJoin('sessions as s', 's.sid', 'd.session')
    .select(['d.id', 'd.endpoint', 'd.showsText', 'd.createdAt', 'd.lastOkAt', 'd.session', 'd.vapidKey'])
    .select('d.endedAt')
    .select(sql<string>`coalesce(s.sess ->> 'browser', '')`.as('browser'))
    .where('d.personId', '=', id)
    .orderBy('d.createdAt')
    .orderBy('d.id')
    .execute()
  return rows.map(({ endpoint, session, createdAt, lastOkAt, endedAt, vapidKey, ...row }) => ({
    ...row,
    host: new URL(endpoint).host,
    createdAt: createdAt.toISOString(),
    lastOkAt: lastOkAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    isCurrent: session === sid,
    number: vapidKey,
    isSandbox: push.isSandbox(endpoint),
  }))
}

/**
 * A session has one device: a new subscription of the same browser replaces the old one, and a subscription that
 * belonged to another session or person is moved. Throws `push_off`, `push_endpoint_unknown`, `push_devices_full`, and
 * `invalid` for invalid keys.
 */
export async function addDevice(
  deps: Needs,
  viewer: Asks,
  { endpoint, keys, number, showsText }: z.output<typeof NewPushDevice>,
): Promise<z.input<typeof PushDevice>> {
  const { db, clock, push } = deps
  if (!push.newestKey) throw new Problem('push_off')
  if (!push.isAllowed(endpoint)) throw new Problem('push_endpoint_unknown')
  if (number !== push.newestKey.number) throw new Problem('push_key_changed')
  const { p256dh, auth } = checkedKeys(keys)
  await db
    .transaction()
    .execute(async (trx) => {
      const others = await trx
        .selectFrom('pushDevices')
        .select(['session', 'endpoint'])
        .where('personId', '=', viewer.id)
        .where('session', '<>', viewer.sid)
        .where('endpoint', '<>', endpoint)
        .where('endedAt', 'is', null)
        .execute()
      if (others.length >= PUSH_DEVICES_MAX) throw new Problem('push_devices_full')
      const before = await trx
        .deleteFrom('pushDevices')
        .where('session', '=', viewer.sid)
        .where('endpoint', '<>', endpoint)
        .returning('showsText')
        .executeTakeFirst()
      const row = { personId: viewer.id, session: viewer.sid, p256dh, auth, vapidKey: number }
      await trx
        .insertInto('pushDevices')
        .values({
          id: clock.newId(),
          endpoint,
          ...row,
          showsText: showsText ?? before?.showsText ?? false,
          createdAt: clock.now(),
        })
        .onConflict((conflict) =>
          conflict.column('endpoint').doUpdateSet((eb) => ({
            ...row,
            failures: 0,
            endedAt: null,
            // Settings and held alerts of another person aren't taken over.
            showsText:
              showsText ??
              sql<boolean>`${eb.ref('pushDevices.showsText')} and ${eb.ref('pushDevices.personId')} = ${viewer.id}`,
            ...Object.fromEntries(
              (['heldSince', 'heldFor', 'releaseAt'] as const).map((column) => [
                column,
                sql`case when push_devices.person_id = ${viewer.id} then push_devices.${sql.ref(column)} end`,
              ]),
            ),
          })),
        )
        .execute()
    })
    .catch((error: unknown) => {
      // The session ended in the meantime.
      throw violatedConstraint(error)?.startsWith('push_devices_') ? new Problem('unauthorized') : error
    })
  const device = (await devicesOf(deps, viewer)).find(({ isCurrent }) => isCurrent)
  if (!device) throw new Problem('unauthorized')
  return device
}

/** Throws `push_device_not_found`. */
export async function changeDevice(
  deps: Pick<Deps, 'db' | 'push'>,
  viewer: Asks,
  id: string,
  { showsText }: { showsText: boolean },
): Promise<z.input<typeof PushDevice>> {
  await deps.db
    .updateTable('pushDevices')
    .set({ showsText })
    .where('id', '=', id)
    .where('personId', '=', viewer.id)
    .execute()
  const device = (await devicesOf(deps, viewer)).find((one) => one.id === id)
  if (!device) throw new Problem('push_device_not_found')
  return device
}

export async function removeDevice({ db }: Pick<Deps, 'db'>, personId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('pushDevices')
    .where('id', '=', id)
    .where('personId', '=', personId)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** In base64url without padding. Throws `invalid` unless the key is a point on P-256 and the secret has 16 bytes. */
function checkedKeys(keys: { p256dh: string; auth: string }) {
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  const problem = new Problem('invalid', { message: 'The keys of this subscription aren’t valid' })
  if (auth.length !== AUTH_BYTES || p256dh.length !== 65 || p256dh[0] !== 4) throw problem
  try {
    ECDH.convertKey(p256dh, 'prime256v1')
  } catch {
    throw problem
  }
  return { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
}
