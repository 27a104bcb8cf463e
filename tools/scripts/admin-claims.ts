// npm run admin -- open-case, claim, release: cases without a report, and who works on a case.
import { z } from 'zod'
import type { Origin } from '#server/audit/origin.ts'
import type { Deps } from '#server/deps.ts'
import { claimCase, releaseCase } from '#server/features/safety/claim-case.ts'
import { openCaseAt } from '#server/features/safety/open-case.ts'
import { REPORT_REASON_NAMES } from '#shared/rules/report-reasons.ts'
import { UsageError, USAGE } from './admin-usage.ts'
import { idIn, parsed, personNamed, print, type RecordCommand, refusable } from './admin-words.ts'

type Tools = Pick<Deps, 'db' | 'clock' | 'config'> & { by: Origin; record: RecordCommand }

const isName = (word: string) => /^@?\w{3,30}$/.test(word)

/**
 * `<user or link> --by <moderator> --reason <reason> [--json]`: about a person, or the signal, comment or person at a
 * link. Opening it again prints the open case.
 */
export async function openCaseCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['by', 'reason'])
  const [about, ...more] = positionals
  const { by: name, reason: why } = values
  if (!about || more.length > 0 || !name || why === undefined) throw new UsageError(USAGE)
  const reason = z.enum(REPORT_REASON_NAMES).safeParse(why)
  if (!reason.success)
    throw new UsageError(`${why} is not a reason. Reasons: ${REPORT_REASON_NAMES.join(', ')}`)
  const moderator = await personNamed(tools, name)
  const person = isName(about) ? await personNamed(tools, about.replace('@', '')) : undefined
  await tools.record({ reason: reason.data, ...(person && { userId: person.id }) })
  const url = person ? `/@${person.username}` : about
  const id = await refusable(openCaseAt(tools, moderator.id, url, reason.data))
  print(values, { id, reason: reason.data }, `The case ${id} is open`)
}

/** `<case> --by <moderator> [--take-over] [--json]`: claims a case for an hour. */
export async function claimCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['by', 'take-over'])
  const id = idIn(positionals)
  if (!values.by) throw new UsageError(USAGE)
  const { username, id: moderatorId } = await personNamed(tools, values.by)
  await tools.record({ target: id })
  const until = await refusable(claimCase(tools, moderatorId, id, values['take-over'] ?? false))
  const at = until.toISOString()
  print(values, { id, claimedBy: username, claimedUntil: at }, `${username} holds ${id} until ${at}`)
}

/** `<case> --by <moderator> [--json]`: releases a case. Repeating it changes nothing. */
export async function releaseCommand(tools: Tools, words: string[]): Promise<void> {
  const { values, positionals } = parsed(words, ['by'])
  const id = idIn(positionals)
  if (!values.by) throw new UsageError(USAGE)
  const { username, id: moderatorId } = await personNamed(tools, values.by)
  await tools.record({ target: id })
  await refusable(releaseCase(tools, moderatorId, id))
  print(values, { id, claimedBy: null }, `${username} no longer holds ${id}`)
}
