// Queries for what people agreed to.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Clock } from '#server/clock.ts'
import type { ConsentKind } from '#shared/rules/consent.ts'
import type { DocumentName, LegalDocument } from '#shared/visitor-page.ts'

export type NewConsent = {
  kind: ConsentKind
  /** The text and the name of its file; null if there is only a statement. */
  text: { name: DocumentName; document: LegalDocument } | null
  statement: string
}

type Paid = { subscriptionId: string } | { planId: string }

/** Stores what a person agrees to now, with the texts as shown. `paid`: the payment that the consents belong to. */
export async function insertConsents(
  trx: Transaction<DB>,
  clock: Clock,
  userId: string,
  given: readonly NewConsent[],
  paid?: Paid,
): Promise<void> {
  const now = clock.now()
  for (const { text } of given)
    if (text)
      await trx
        .insertInto('legalTexts')
        .values({
          hash: text.document.version,
          document: text.name,
          title: text.document.title,
          updated: sql`${text.document.updated}::date`,
          html: text.document.html,
          createdAt: now,
        })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .execute()
  await trx
    .insertInto('consents')
    .values(
      given.map(({ kind, text, statement }) => ({
        id: clock.newId(),
        userId,
        kind,
        textHash: text?.document.version ?? null,
        statement,
        ...paid,
        createdAt: now,
      })),
    )
    .execute()
}

/**
 * The kinds of consent that a person has given outside payments, either to one of these texts or to a statement without
 * a text.
 */
export async function kindsGiven(
  db: Kysely<DB>,
  userId: string,
  hashes: readonly string[],
): Promise<Set<ConsentKind>> {
  const rows = await db
    .selectFrom('consents')
    .select('kind')
    .distinct()
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('textHash', 'is', null), eb('textHash', 'in', hashes)]))
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}
