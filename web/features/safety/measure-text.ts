// What a decision about the viewer does, where and how long.
import type { Decision } from '#shared/contracts/reports.ts'
import { longDate } from '#web/lib/money-and-dates.ts'

/** "Text hidden, everywhere, permanently". */
export function measureText({ measure, subjectKind, endsAt }: Decision): string {
  const span = endsAt ? `until ${longDate(endsAt)}` : 'permanently'
  if (measure === 'suspend')
    return `Suspended, everywhere, ${span}: no posting, no selling, and no changes of name, username, bio or picture`
  if (measure === 'stop_selling') return `No selling, everywhere, ${span}`
  if (measure === 'stop_reporting') return `No reporting, everywhere, ${span}`
  if (subjectKind === 'picture') return `New picture not shown, everywhere, ${span}`
  return subjectKind === 'comment'
    ? `Comment removed, everywhere, ${span}`
    : subjectKind === 'signal'
      ? `Text hidden, everywhere, ${span}`
      : `Display name, picture and bio removed, everywhere, ${span}`
}
