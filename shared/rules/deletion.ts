// When an account is deleted, and what stands for its owner afterwards.
import { DELETION_DAYS } from '../limits.ts'

const DAY_MS = 86_400_000

/** When an account is deleted whose owner asked for it then. */
export const deletionDate = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS)

/** The name at the signals of a person whose account was deleted (spec answer 40). */
export const FORMER_MEMBER = 'Former member'
/** What remains of a signal's text. The trigger on `signals` allows no other change (migration 0042). */
export const DELETED_TEXT = 'The text was deleted with its author’s account.'
