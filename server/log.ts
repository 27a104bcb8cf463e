// The log: one JSON line an entry, and never what people wrote, their passwords or their cookies.
import { type Logger, pino } from 'pino'

export const openLog = (level: string): Logger => pino({ level, serializers: { err: loggedError } })

/**
 * Of an error what helps to find the fault. The database quotes values in `detail` and `where` (a whole row, when a
 * check refused it), and in the message of a value it can't read (class 22), so those stay out.
 */
export function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, column, routine } = error as unknown as Record<string, unknown>
  const quotes = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
  return {
    type: error.name,
    message: quotes ? 'a value was refused by the database' : error.message,
    code,
    constraint,
    table,
    column,
    routine,
    // The frames alone: above them the stack repeats the message.
    stack: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}
