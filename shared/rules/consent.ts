// The sentences that people agree to: shown by the page, and stored with the consent by the server.
import { ADULT_AGE } from '../limits.ts'

export const CONSENT_KINDS = ['age', 'terms', 'privacy', 'refunds', 'immediate_access'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/** Shown beside the two boxes of the registration form, and in the notice after a change of the texts. */
export const AGE_STATEMENT = `I’m ${ADULT_AGE} or older.`
export const TERMS_STATEMENT = 'I agree to the Terms and have read how Privacy is handled.'

/** Shown below the pay button. */
export const PAYMENT_STATEMENT = 'By paying you agree to the Terms. Refunds explains when you get money back.'
/** Shown beside the box above that button. */
export const IMMEDIATE_ACCESS_STATEMENT =
  'I ask for immediate access. If I withdraw within 14 days, I get back the days I haven’t used.'

/** The days in which a payer may withdraw, from the first payment on (spec answer 52). */
export const WITHDRAWAL_DAYS = 14
