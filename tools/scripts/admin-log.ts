// The admin command continue-log: it shows what will be lost, and asks for the log's name before it changes anything.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openStorage } from '#server/adapters/storage/open.ts'
import type { Origin } from '#server/audit/origin.ts'
import type { Deps } from '#server/deps.ts'
import {
  continueLog,
  NotContinuable,
  planContinuation,
  reasonOf,
} from '#server/features/record/log/continue-log.ts'
import { OperatorError } from '#server/log.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config' | 'log'> & { by: Origin }

/** If it changes something, it is recorded in the audit log in the same transaction. */
export async function continueLogCommand(tools: Tools, words: string[]): Promise<void> {
  const text = textOf(words)
  const deps = { ...tools, storage: openStorage(tools) }
  await continueAsked(deps, text).catch((error: unknown) => {
    throw error instanceof NotContinuable ? new OperatorError(error.message) : error
  })
}

async function continueAsked(deps: Tools & Pick<Deps, 'storage'>, text: string): Promise<void> {
  const reason = reasonOf(text)
  const plan = await planContinuation(deps)
  const { name, next, size, kept, lost } = plan
  const count = (n: number) => n.toLocaleString('en-US')
  console.log(`The log ${name} published ${count(size)} entries, and this database has the first ${count(kept)}.
${lost.from === lost.to ? `Entry ${count(lost.from)} is` : `Entries ${count(lost.from)} to ${count(lost.to)} are`} lost, with the posts of their authors. This can’t be undone.
The log goes on as ${next}. Everybody will read the numbers and this reason: ${reason}
Type ${name} to go on:`)
  if ((await readLine()) !== name) throw new OperatorError('That isn’t the log’s name. Nothing was changed.')
  await continueLog(deps, { reason, plan })
  console.log(`The log goes on as ${next}. Posts that waited are added within seconds.`)
}

function textOf(args: string[]): string {
  try {
    const { reason } = parseArgs({ args, options: { reason: { type: 'string' } } }).values
    if (reason !== undefined) return reason
  } catch {
    // An unknown option, or one without its value.
  }
  throw new UsageError(USAGE)
}

/** The next line of the input, without spaces around it. Empty at its end. */
async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line.trim()
  }
  return ''
}
