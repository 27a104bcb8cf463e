// The check of a sealed trade that the log has opened: it must be the same trade, by the same author.
import type { Tree } from './epochs.ts'
import { areEqual, leafHash, rootFromTiles } from './merkle.ts'
import { commitmentOf, fromHex } from './note.ts'
import { readEntry } from './read-log.ts'

type Fields = Record<string, unknown>

/** Whether an entry sealed this trade. */
export const isAsSealed = async (
  { salt, value }: { salt: string; value: unknown },
  sealed: unknown,
): Promise<boolean> => areEqual(await commitmentOf(fromHex(salt), value), fromHex(String(sealed)))

/**
 * What is wrong with entry number `opened`, which according to the log opens `sealed`, entry number `index`; null if
 * nothing is wrong. `tree` contains `opened`, and its tiles have the root of a signed checkpoint.
 */
export async function faultOfOpening(
  { index, sealed, opened }: { index: number; sealed: Fields; opened: number },
  tree: Tree | undefined,
): Promise<string | null> {
  if (!tree) return `The log has no entry ${opened}.`
  const { first, size, path, tile } = tree
  const at = opened - first
  const bytes = await readEntry(at, size, path)
  if (!areEqual(await leafHash(bytes), await rootFromTiles(at, at + 1, tile)))
    return `Entry ${opened} isn’t the one that the log has signed.`
  const entry = JSON.parse(new TextDecoder().decode(bytes)) as Fields
  const { kind, of, author, salt, trade } = entry
  if (kind !== 'open' || of !== index || author !== sealed.author)
    return `Entry ${opened} doesn’t open this signal.`
  return (await isAsSealed({ salt: String(salt), value: trade }, sealed.sealed))
    ? null
    : `Entry ${opened} has another trade than the one that was sealed.`
}
