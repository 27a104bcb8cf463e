// Reads all accounts of a connection from its provider and saves their activities.
import { notify } from '#server/db/notify.ts'
import { isDatabaseUnavailable } from '#server/db/open.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Activity, Balance } from '#engine/portfolio/activity.ts'
import { type LinkedAccount, type Provider, ProviderError } from '#server/adapters/broker/provider.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { syncJob } from './discover-connections.ts'
import { saveAccount } from './save-account.ts'
import {
  connectionById,
  type ConnectionNeeds,
  type ConnectionRow,
  providerCustomer,
  openConnection,
  isLeaving,
  providerOf,
} from './store.ts'
import { enqueueRecompute } from '../recompute/enqueue-recompute.ts'

const MINUTE_MS = 60_000
/** The longest delay after failures. It doubles each time. */
const WAIT_MAX_MS = 6 * 60 * MINUTE_MS
/** The delay while the provider is still reading an account for the first time. */
const NOT_READY_MS = 20_000
/**
 * After this time, the owner of a connection that was never read sees the reason. Usually the first read takes minutes.
 */
const FIRST_READING_MAX_MS = 30 * MINUTE_MS

/**
 * From this attempt on, the owner sees that an error on our side delays the sync. Earlier failures may be due to a
 * short overload.
 */
const ATTEMPTS_BEFORE_REASON = 3

/**
 * Writes only once everything was read. If the provider fails, the sync is retried later and the owner sees the reason.
 * `attempt` counts the job's tries from 1. Throws all other errors, and the queue retries.
 */
export async function syncConnection(
  deps: ConnectionNeeds,
  connectionId: string,
  attempt = 1,
): Promise<void> {
  const row = await connectionById(deps.db, connectionId)
  const provider = row && providerOf(deps, row)
  if (!row || !provider || row.disabledAt !== null || (await isLeaving(deps.db, row.userId))) return
  try {
    const accounts = await readAccounts(deps, row, provider)
    if (accounts === null) return await retryLater(deps, row, NOT_READY_MS, reasonWhileBusy(deps, row))
    await saveAll(deps, row, accounts)
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      if (attempt >= ATTEMPTS_BEFORE_REASON && !isDatabaseUnavailable(error)) await saveFailure(deps, row)
      throw error
    }
    deps.log.warn(
      { event: 'broker_sync_failed', connectionId, kind: error.kind, error: error.message },
      'connection sync failed',
    )
    await saveSyncError(deps, row, error)
  }
}

type AccountRead = { account: LinkedAccount; activities: Activity[]; balance: Balance }

/** Null while the provider is still reading one of them for the first time. */
async function readAccounts(
  deps: ConnectionNeeds,
  row: ConnectionRow,
  provider: Provider,
): Promise<AccountRead[] | null> {
  const customer = await providerCustomer(deps, row.userId, provider)
  const connection = openConnection(deps, row)
  const accounts = await provider.accounts(customer, connection)
  if (accounts.some(({ isReady }) => !isReady)) return null
  const today = utcDay(deps.clock.now())
  const read: AccountRead[] = []
  for (const account of accounts) {
    const activities: Activity[] = []
    for await (const page of provider.activities(customer, connection, account, today))
      activities.push(...page)
    read.push({
      account,
      activities,
      balance: await provider.balance(customer, connection, account),
    })
  }
  return read
}

async function saveAll(
  { db, clock }: ConnectionNeeds,
  row: ConnectionRow,
  accounts: AccountRead[],
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const still = await trx
      .updateTable('brokerConnections')
      .set({ syncedAt: now, syncError: null, failures: 0 })
      .where('id', '=', row.id)
      .returning('id')
      .executeTakeFirst()
    if (!still) return
    for (const { account, activities, balance } of accounts)
      await saveAccount({ db: trx, clock }, row, account, activities, balance)
    await enqueueRecompute(trx, row.userId)
    await notify(trx, [row.userId], 'portfolio')
  })
}

async function saveSyncError(deps: ConnectionNeeds, row: ConnectionRow, error: ProviderError): Promise<void> {
  if (error.kind === 'busy')
    return await retryLater(deps, row, error.retryAfterMs, reasonWhileBusy(deps, row))
  if (error.kind === 'away')
    return await retryLater(
      deps,
      row,
      undefined,
      `${row.broker} couldn’t be read. We’ll try again automatically.`,
    )
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('brokerConnections')
      .set({ disabledAt: now, endedAt: error.kind === 'gone' ? now : null, syncError: null })
      .where('id', '=', row.id)
      .execute()
    await notify(trx, [row.userId], 'portfolio')
  })
}

/** Null while waiting is normal. */
const reasonWhileBusy = ({ clock }: ConnectionNeeds, { broker, syncedAt, createdAt }: ConnectionRow) =>
  syncedAt === null && clock.now().getTime() - createdAt.getTime() >= FIRST_READING_MAX_MS
    ? `${broker} is taking longer than usual. We’ll keep trying.`
    : null

async function saveFailure({ db }: ConnectionNeeds, row: ConnectionRow): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('brokerConnections')
      .set({
        syncError: `Something went wrong on our side while saving data from ${row.broker}. We’ll try again.`,
      })
      .where('id', '=', row.id)
      .execute()
    await notify(trx, [row.userId], 'portfolio')
  })
}

/** `syncError`: what the owner sees until the next sync. Null keeps the current error. */
async function retryLater(
  { db, clock }: ConnectionNeeds,
  row: ConnectionRow,
  waitMs: number | undefined,
  syncError: string | null,
): Promise<void> {
  const doubled = Math.min(WAIT_MAX_MS, MINUTE_MS * 2 ** Math.min(row.failures, 10))
  const runAt = new Date(clock.now().getTime() + (waitMs ?? doubled))
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('brokerConnections')
      .set((eb) => ({ failures: eb('failures', '+', 1), ...(syncError && { syncError }) }))
      .where('id', '=', row.id)
      .execute()
    await enqueue(
      trx,
      'sync_connection',
      { connectionId: row.id },
      { ...syncJob({ name: row.provider }, row.id), runAt },
    )
    await notify(trx, [row.userId], 'portfolio')
  })
}
