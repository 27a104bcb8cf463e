// Agreeing to the terms: at registration, after a change, and when paying.
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { ConsentState, consents } from '#shared/contracts/consents.ts'
import { Problem } from '#shared/problems.ts'
import {
  AGE_STATEMENT,
  IMMEDIATE_ACCESS_STATEMENT,
  PAYMENT_STATEMENT,
  TERMS_STATEMENT,
} from '#shared/rules/consent.ts'
import type { LegalDocuments } from '#shared/visitor-page.ts'
import { insertConsents, kindsGiven, type NewConsent } from './store.ts'

export type ConsentDeps = Pick<Deps, 'db' | 'clock'> & { documents: () => Promise<LegalDocuments> }

const textOf = (documents: LegalDocuments, name: 'terms' | 'privacy' | 'refunds') => ({
  name,
  document: documents[name],
})

/** The consents that the registration form's two checkboxes stand for. */
const ofRegistration = (documents: LegalDocuments): NewConsent[] => [
  { kind: 'age', text: null, statement: AGE_STATEMENT },
  { kind: 'terms', text: textOf(documents, 'terms'), statement: TERMS_STATEMENT },
  { kind: 'privacy', text: textOf(documents, 'privacy'), statement: TERMS_STATEMENT },
]

/** Stores that a person who registers ticked both boxes. */
export async function consentAtRegistration(
  trx: Transaction<DB>,
  { clock, documents }: Omit<ConsentDeps, 'db'>,
  userId: string,
): Promise<void> {
  await insertConsents(trx, clock, userId, ofRegistration(await documents()))
}

/** Whether a person has to agree again. Members who joined before the terms have never been asked. */
export async function consentState(
  { db, documents }: ConsentDeps,
  userId: string,
): Promise<z.input<typeof ConsentState>> {
  const { terms, privacy } = await documents()
  const given = await kindsGiven(db, userId, [terms.version, privacy.version])
  const view = ({ version, title, updated }: typeof terms) => ({ hash: version, title, updated })
  return {
    isDue: !(['age', 'terms', 'privacy'] as const).every((kind) => given.has(kind)),
    terms: view(terms),
    privacy: view(privacy),
  }
}

/**
 * Stores that a person agrees to the texts with these hashes. Throws `terms_changed` if they aren’t the current ones.
 */
export async function agreeAgain(
  deps: ConsentDeps,
  userId: string,
  body: { terms: string; privacy: string },
): Promise<z.input<typeof ConsentState>> {
  const all = await deps.documents()
  if (body.terms !== all.terms.version || body.privacy !== all.privacy.version)
    throw new Problem('terms_changed')
  // A repeated call adds nothing.
  if ((await consentState(deps, userId)).isDue)
    await deps.db.transaction().execute((trx) => insertConsents(trx, deps.clock, userId, ofRegistration(all)))
  return await consentState(deps, userId)
}

/** Marks the unpaid attempt of this person, and returns which it is. Throws `payment_not_open`. */
export type MarkAttempt = (
  trx: Transaction<DB>,
  payerId: string,
  of: { creatorId: string | null; immediateAccessRequestedAt: Date | null },
) => Promise<{ subscriptionId: string } | { planId: string }>

type Payment = z.output<NonNullable<typeof consents.agreeToPay.body>>

/**
 * Stores what a person agrees to by pressing Pay. `markAttempt` comes from the billing feature. Throws
 * `payment_not_open` if nothing is waiting to be paid.
 */
export async function agreeToPay(
  deps: ConsentDeps,
  payerId: string,
  { creatorId, immediateAccess }: Payment,
  markAttempt: MarkAttempt,
): Promise<void> {
  const documents = await deps.documents()
  const given: NewConsent[] = [
    { kind: 'terms', text: textOf(documents, 'terms'), statement: PAYMENT_STATEMENT },
    { kind: 'refunds', text: textOf(documents, 'refunds'), statement: PAYMENT_STATEMENT },
  ]
  if (immediateAccess)
    given.push({
      kind: 'immediate_access',
      text: textOf(documents, 'refunds'),
      statement: IMMEDIATE_ACCESS_STATEMENT,
    })
  await deps.db.transaction().execute(async (trx) => {
    const paid = await markAttempt(trx, payerId, {
      creatorId,
      immediateAccessRequestedAt: immediateAccess ? deps.clock.now() : null,
    })
    await insertConsents(trx, deps.clock, payerId, given, paid)
  })
}
