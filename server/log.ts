// The log: one JSON line per entry, each with the name of its event, never with what people wrote, their passwords or their cookies.
import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogEvent } from './log-events.ts'

type Write = (fields: { event: LogEvent } & Record<string, unknown>, message: string) => void
/** Takes no line without an event. Emails, passwords, tokens and texts of people never belong into the fields. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>

/**
 * The whole logger: Fastify writes lines of its own, which get the event `framework`. `to` is the standard output unless a
 * test reads it.
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = { level, mixin: () => ({ event: 'framework' }), serializers: { err: serializeError } }
  return to ? pino(options, to) : pino(options)
}

/** Something that only the operator can mend. The message says what, in one sentence, and the log has no stack of it. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

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
    stack:
      error instanceof OperatorError
        ? undefined
        : error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  }
}
