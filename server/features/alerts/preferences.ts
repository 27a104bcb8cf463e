// A person's preferences for the kinds of alerts.
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import type { AlertSettings } from '#shared/contracts/alerts.ts'
import { ALERT_KINDS, KINDS } from '#shared/rules/alert-kinds.ts'

type Preferences = z.input<typeof AlertSettings>['preferences']

/** All kinds, with the person's changes applied. */
export async function preferencesOf({ db }: { db: Kysely<DB> }, personId: string): Promise<Preferences> {
  const rows = await db
    .selectFrom('alertPreferences')
    .select(['kind', 'list', 'push', 'email', 'fromWhom'])
    .where('personId', '=', personId)
    .execute()
  return ALERT_KINDS.map((kind) => {
    const changed = rows.find((row) => row.kind === kind)
    const { usual } = KINDS[kind]
    if (!changed) return { kind, ...usual, fromWhom: 'everyone' }
    const { list, push, email, fromWhom } = changed
    return { kind, list, push: push ?? usual.push, email, fromWhom: fromWhom ?? 'everyone' }
  })
}
