// Reads what was worked out of a portfolio; nothing here has an amount.
import type { Db } from '#server/db/open.ts'

export const holdingsOf = (db: Db, userId: string) =>
  db
    .selectFrom('portfolioHoldings')
    .select(['id', 'ticker', 'companyName', 'percentReturn', 'weight', 'spark'])
    .select((eb) => eb.cast<string | null>('noPriceSince', 'text').as('noPriceSince'))
    .where('userId', '=', userId)
    .orderBy(
      (eb) => eb.cast(eb.fn('replace', ['weight', eb.val('%'), eb.val('')]), 'numeric'),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('ticker')
    .execute()
export type HoldingRow = Awaited<ReturnType<typeof holdingsOf>>[number]

/** `stoppedAt`: when the first of the connections behind it stopped working; those of play money are not behind it. */
export const pictureRowOf = (db: Db, userId: string) =>
  db
    .selectFrom('portfolioPictures')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('brokerConnections as connection')
        .innerJoin('portfolioAccounts as account', 'account.connectionId', 'connection.id')
        .where('connection.userId', '=', userId)
        .where('account.isPaper', '=', false)
        .select(({ fn }) => fn.min('connection.disabledAt').as('at'))
        .as('stoppedAt'),
    )
    .where('userId', '=', userId)
    .executeTakeFirst()
export type PictureRow = Awaited<ReturnType<typeof pictureRowOf>>

export const accountById = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('portfolioAccounts')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
