// The options of npm run admin's commands that list and decide, and how their results are printed.
import { parseArgs } from 'node:util'
import { UsageError, USAGE } from './admin-usage.ts'

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
export const print = (values: { json?: boolean }, result: object, sentence: string): void =>
  console.log(values.json ? JSON.stringify(result) : sentence)
