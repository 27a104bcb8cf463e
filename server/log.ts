// The log: one JSON line per entry, never with what people wrote, their passwords or their cookies.
import { type Logger, pino } from 'pino'

export const openLog = (level: string): Logger => pino({ level, serializers: { err: serializeError } })

/**
 * The parts of an error that help to find its cause. PostgreSQL quotes values in `detail` and `where` (a whole row if a
 * check constraint failed), and in the messages of data exceptions (class 22), so those are left out.
 */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, column, routine } = error as unknown as Record<string, unknown>
  const hasValueInMessage = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
  return {
    type: error.name,
    message: hasValueInMessage ? 'a value was refused by the database' : error.message,
    code,
    constraint,
    table,
    column,
    routine,
    // Only the frames: the first lines of a stack repeat the message.
    stack: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  }
}
