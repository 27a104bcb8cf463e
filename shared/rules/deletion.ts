// When an account is deleted, and what replaces its owner's name and texts afterwards.
import { DELETION_DAYS } from '../limits.ts'

const DAY_MS = 86_400_000

/** When an account is deleted, given the time of the request. */
export const deletionDate = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + DELETION_DAYS * DAY_MS)

/** The author's name on signals of a deleted account (spec answer 40). */
export const FORMER_MEMBER = 'Former member'
/** Replaces a signal's text. The trigger on `signals` allows no other change (migration 0042). */
export const DELETED_TEXT = 'The text was deleted with its author’s account.'
