// The log: one JSON line per entry with the name of its event. Never contains people's texts, passwords or cookies.
import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogEvent } from './log-events.ts'

type Write = (fields: { event: LogEvent } & Record<string, unknown>, message: string) => void
/** Accepts only lines with an event. Emails, passwords, tokens and people's texts must not be in the fields. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', Write>

/**
 * The full logger. Fastify's own lines get the event `framework`. Writes to `to`, which is the standard output except
 * in tests.
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = { level, mixin: () => ({ event: 'framework' }), serializers: { err: serializeError } }
  return to ? pino(options, to) : pino(options)
}

/** An error that only the operator can fix. The message explains how, in one sentence. It is logged without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/**
 * The fields of an error that help to find its cause. Without `detail` and `where`, in which PostgreSQL quotes values
 * (a whole row if a check constraint failed), and without the messages of data exceptions (class 22).
 */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, column, routine } = error as unknown as Record<string, unknown>
  const hasValueInMessage = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
  return {
    type: error.name,
    message: hasValueInMessage ? 'the database refused a value' : error.message,
    code,
    constraint,
    table,
    column,
    routine,
    // Only the frames, because the first lines of a stack repeat the message.
    stack:
      error instanceof OperatorError
        ? undefined
        : error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  }
}
