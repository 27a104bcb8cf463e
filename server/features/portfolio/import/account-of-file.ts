// Finds the account that a file belongs to, by the account numbers in both.
import type { ExportRead } from '#engine/broker-files/read-export.ts'
import { UnreadableFileError } from '#engine/broker-files/file-errors.ts'
import type { Db } from '#server/db/open.ts'
import { Problem } from '#shared/problems.ts'

type FileOf = Pick<ExportRead, 'broker' | 'accountLabel' | 'accounts'>
/** `isChosen`: the owner selected some of the file's accounts instead of all. */
type Kind = { isMapped: boolean; isChosen: boolean }

/**
 * The account that an earlier file of the same broker account created, or null. Accounts that were imported together
 * stay one account: a later file of some of them belongs to it, unless its owner selected these accounts. Throws
 * `UnreadableFileError` if its rows would then count twice, except for a file whose accounts the owner can still
 * select.
 */
export async function accountOf(
  db: Db,
  userId: string,
  { broker, accountLabel = '', accounts: choices }: FileOf,
  { isMapped, isChosen }: Kind,
): Promise<{ id: string; label: string | null } | null> {
  const accounts = await db
    .selectFrom('portfolioAccounts')
    .select(['id', 'label'])
    .where('userId', '=', userId)
    .where('source', '=', 'file')
    .where('broker', '=', broker)
    .where('isMapped', '=', isMapped)
    .execute()
  const same = accounts.find(({ label }) => (label ?? '') === accountLabel)
  const shared = accounts.find(({ label }) => namesSame(label, accountLabel))
  if (same || !shared) return same ?? null
  const known = partsOf(shared.label)
  if (!isChosen && partsOf(accountLabel).every((part) => known.includes(part))) return shared
  if (!isChosen && choices.length > 0) return null
  throw new UnreadableFileError(
    'beside_positions',
    known.length > 1
      ? `You imported ${shared.label ?? ''} together as one account, so these rows would count twice. Delete that account under Accounts, then import this file again.`
      : `You imported ${shared.label ?? ''} as an account of its own, so its rows would count twice. Choose the accounts of this file one by one, or delete that account under Accounts first.`,
  )
}

/** Throws `counted_twice` if another account has rows of one of the accounts that this label names. */
export async function rejectCountedTwice(
  db: Db,
  account: { id: string; userId: string; broker: string; label: string | null; isMapped: boolean },
): Promise<void> {
  const others = await db
    .selectFrom('portfolioAccounts')
    .select('label')
    .where('userId', '=', account.userId)
    .where('source', '=', 'file')
    .where('broker', '=', account.broker)
    .where('isMapped', '=', account.isMapped)
    .where('id', '!=', account.id)
    .execute()
  if (others.some(({ label }) => namesSame(label, account.label))) throw new Problem('counted_twice')
}

/** Labels of several accounts are joined by commas. */
const partsOf = (label: string | null) => (label ?? '').split(', ').filter((part) => part !== '')

const namesSame = (one: string | null, other: string | null) =>
  partsOf(one).some((part) => partsOf(other).includes(part))
