// Shared by the npm run admin commands: options, people and ids, refusals and results.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { accountByName } from '#server/features/auth/store.ts'
import { OperatorError } from '#server/log.ts'
import { Problem } from '#shared/problems.ts'
import { UsageError, USAGE } from './admin-usage.ts'

/** Records a command in the audit log. Call it before anything is changed. */
export type RecordCommand = (on?: { userId?: string; target?: string; reason?: string }) => Promise<void>

const OPTIONS = {
  json: { type: 'boolean' },
  retry: { type: 'string' },
  state: { type: 'string' },
  role: { type: 'string' },
  decided: { type: 'boolean' },
  by: { type: 'string' },
  facts: { type: 'string' },
  law: { type: 'string' },
  rule: { type: 'string' },
  days: { type: 'string' },
  'claimed-by': { type: 'string' },
  'take-over': { type: 'boolean' },
  reason: { type: 'string' },
  answer: { type: 'string' },
  end: { type: 'boolean' },
  invite: { type: 'boolean' },
  source: { type: 'string' },
  limit: { type: 'string' },
} as const

/** The words of a command that takes the allowed options and `--json`. Throws `UsageError` for others. */
export function parsed(args: string[], allowed: readonly (keyof typeof OPTIONS)[]) {
  try {
    const found = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const isAllowed = (name: string) => name === 'json' || allowed.some((one) => one === name)
    if (Object.keys(found.values).every(isAllowed)) return found
  } catch {
    // An unknown option, or one without its value.
  }
  throw new UsageError(USAGE)
}

/** One line: the result as JSON with `--json`, otherwise the sentence. */
export const print = (values: { json?: boolean | undefined }, result: object, sentence: string): void =>
  console.log(values.json ? JSON.stringify(result) : sentence)

/** The only positional argument, which must be a UUID. */
export function idIn([id, ...more]: string[]): string {
  if (!id || more.length > 0 || !z.uuid().safeParse(id).success) throw new UsageError(USAGE)
  return id
}

export async function personNamed({ db }: Pick<Deps, 'db'>, name: string) {
  const person = await accountByName(db, name)
  if (!person) throw new UsageError(`There is no account with the username ${name}.`)
  return person
}

/** Turns a refusal into an error message for the operator. */
export const refusable = <Result>(act: Promise<Result>): Promise<Result> =>
  act.catch((error: unknown) => {
    throw error instanceof Problem ? new OperatorError(`${error.message}.`) : error
  })
