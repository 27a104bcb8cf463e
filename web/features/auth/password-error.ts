// The server's refusals of a password that belong below its field.
import { ApiError } from '#web/lib/api-error.ts'

const CODES = ['weak_password', 'password_of_own_words', 'wrong_password']

/** The message for the field, or undefined if the error is about something else. */
export const passwordErrorOf = (error: unknown): string | undefined =>
  error instanceof ApiError && CODES.includes(error.problem.code ?? '') ? error.problem.message : undefined
