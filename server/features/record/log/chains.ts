// Each author's hash chain of entries: a number from 0 on and the hash of the previous entry, so that a gap is visible.
import { sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Clock } from '#server/clock.ts'

type Chain = { author: string; userId: string | null; seq: number; head: Buffer | null }

/** The chains of a batch's authors. Read first, changed while the batch is built, and saved with it. */
export type Chains = {
  /** A person's author id. A person without one gets a random id, which reveals nothing about the account. */
  authorOf(userId: string): string
  /** The position of the author's next entry. Throws if there is no such author. */
  next(author: string): { seq: number; prev: string | null }
  /** Appends an entry with this leaf hash to the author's chain. */
  advance(author: string, leafHash: Buffer): void
  save(): Promise<void>
}

export async function readChains(
  trx: Transaction<DB>,
  clock: Pick<Clock, 'newId'>,
  { userIds, authors }: { userIds: readonly string[]; authors: readonly string[] },
): Promise<Chains> {
  const rows = await trx
    .selectFrom('recordAuthors')
    .select(['author', 'userId', 'seq', 'head'])
    .where((eb) =>
      eb.or([
        eb('userId', '=', sql<string>`any(${[...userIds]}::uuid[])`),
        eb('author', '=', sql<string>`any(${[...authors]}::uuid[])`),
      ]),
    )
    .execute()
  const byAuthor = new Map<string, Chain>(rows.map((row) => [row.author, row]))
  const byUser = new Map(rows.flatMap((row) => (row.userId === null ? [] : [[row.userId, row.author]])))
  const chainOf = (author: string) => {
    const chain = byAuthor.get(author)
    if (!chain) throw new Error(`The log has no author ${author}`)
    return chain
  }
  return {
    authorOf(userId) {
      const known = byUser.get(userId)
      if (known !== undefined) return known
      const author = clock.newId()
      byUser.set(userId, author)
      byAuthor.set(author, { author, userId, seq: 0, head: null })
      return author
    },
    next(author) {
      const { seq, head } = chainOf(author)
      return { seq, prev: head?.toString('hex') ?? null }
    },
    advance(author, leafHash) {
      const chain = chainOf(author)
      chain.seq += 1
      chain.head = leafHash
    },
    async save() {
      const chains = [...byAuthor.values()]
      if (chains.length === 0) return
      await trx
        .insertInto('recordAuthors')
        .values(chains)
        .onConflict((conflict) =>
          conflict.column('author').doUpdateSet((eb) => ({
            seq: eb.ref('excluded.seq'),
            head: eb.ref('excluded.head'),
          })),
        )
        .execute()
    },
  }
}
