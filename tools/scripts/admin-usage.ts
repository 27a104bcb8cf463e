// The usage text of npm run admin, and the options of its commands.
import { parseArgs } from 'node:util'

export const USAGE = `npm run admin -- invite <email> [--json]
                                  sends an invitation and prints its link
npm run admin -- waitlist [--json]
                                  lists the waitlist, oldest first
npm run admin -- waitlist --invite [--limit <n>] [--json]
                                  emails people on the waitlist that they can register, once each, oldest first
npm run admin -- payments [<user>] [--json]
                                  lists this person's payments, made and received, or everybody's; newest first
npm run admin -- refund <payment> --reason <text> [--end] [--json]
                                  refunds a payment in full; with --end its subscription ends at once
npm run admin -- refund-requests [--json]
                                  lists the refund requests that creators haven't answered for five days, oldest first
npm run admin -- answer-refund <request> full|unused|none --answer <text> [--json]
                                  refunds the payment or its unused days, or declines; the payer can read the answer
npm run admin -- stripe-setup [--dry-run] [--json]
                                  creates at Stripe what the product needs, or changes what differs, and prints it; with --dry-run
                                  it changes nothing and prints what it would do
npm run admin -- unlock <user> [--json]
                                  forgets the wrong passwords for an account, so that nobody waits before signing in
npm run admin -- end-sessions <user> [--json]
                                  signs a person out everywhere
npm run admin -- reset-password <user> [--json]
                                  prints a link that sets a new password, once, within 30 minutes
npm run admin -- export-user <user> [--json]
                                  starts a copy of a person's data, which is emailed to them; at most one a day
npm run admin -- delete-user <user> [--json]
                                  hides an account and deletes it 14 days later, as if its owner had requested it
npm run admin -- takedown <signal id> --reason law|rules [--json]
                                  destroys a signal's text for good; its trade, its score and its log entry stay
npm run admin -- create-admin <user> [--role moderator|administrator] [--json]
                                  lets a person with a second factor decide cases
npm run admin -- remove-admin <user> [--json]
                                  takes that role away at once; what they decided stays
npm run admin -- cases [--decided | --claimed-by <moderator>] [--json]
                                  lists the waiting cases and appeals, the earliest due first, or only those that a moderator holds,
                                  or the last 200 decided ones
npm run admin -- case <id> [--json]
                                  prints a case: the object as it was, its reports, its decision, its appeal and its history
npm run admin -- open-case <user or link> --by <moderator> --reason <reason> [--json]
                                  opens a case without a report about a person, or about the signal, comment or person at a link
npm run admin -- claim <case> --by <moderator> [--take-over] [--json]
                                  shows others for an hour that this moderator is working on a case; --take-over replaces another's claim
npm run admin -- release <case> --by <moderator> [--json]
                                  ends the moderator's claim
npm run admin -- decide <case> dismiss|hide|suspend|stop-selling|stop-reporting --by <moderator> --facts <text> [--law <which> | --rule <which>]
                                  [--days <n>] [--json]
                                  decides a case; the author gets the reasons, the reporters the outcome; without --days a
                                  suspension is permanent
npm run admin -- decide <case> keep|reverse --by <moderator> --facts <answer> [--json]
                                  answers the author's appeal
npm run admin -- decide <case> leave|reopen --by <moderator> --facts <answer> [--json]
                                  answers the reporters who asked for another look, or opens a new case
npm run admin -- decide <case> confirm|decline --by <moderator> [--json]
                                  makes a suspension permanent as the second moderator, or leaves it at its days
npm run admin -- overview [--json]   the figures of the day in New York
npm run admin -- people <text> [--json]
                                  finds people by a part of their name, by email or by id
npm run admin -- jobs [--retry <id>] [--json]
                                  lists failed jobs and waiting payment events, or retries one of them
npm run admin -- emails [--state sent|waiting|refused|expired] [--json]
                                  lists the last 200 emails with their states
npm run admin -- continue-log --reason <text>
                                  after a restore from an older backup, if the newer database is gone for good: starts the log's
                                  next epoch, whose first entry records what was lost and why; asks for the log's name
npm run admin -- final-value <ticker> <day> <dollars> --source <text> [--json]
                                  records what one share was worth after it stopped trading; everybody sees the source
npm run admin -- rename-ticker <old> <new> <day> [--json]
                                  renames a share: from that day on, it has the new symbol
npm run admin -- reread-history <ticker> [--json]
                                  fetches a share's whole history again, as happens automatically once a month
npm run admin -- remove-factors <user> [--json]
                                  turns off the authenticator app and removes all passkeys of a person who lost them
npm run admin -- audit [<user>] [--event <name>] [--since <time>] [--json]
                                  lists the audit log, newest first, at most 1000 entries
npm run admin -- migrate          applies the missing migrations as the role of DATABASE_OWNER_URL; --json prints them
npm run admin -- backup <file> [--json]
                                  backs up the database and the objects, while the product runs
npm run admin -- verify-backup <file> [--json]
                                  reads a whole backup and prints what it contains, without a database
npm run admin -- restore <file> [--replace] [--json]
                                  restores a backup into an empty database; --replace removes what is in it first
npm run admin -- rotate-key [--json]
                                  re-encrypts all secrets from ENCRYPTION_KEY_PREVIOUS to ENCRYPTION_KEY`

/** A usage error: only its message is printed. */
export class UsageError extends Error {}

/** The words after `audit`. Throws `UsageError`. */
export function auditWords(args: string[]) {
  const options = { event: { type: 'string' }, since: { type: 'string' }, json: { type: 'boolean' } } as const
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true })
    if (parsed.positionals.length <= 1) return parsed
  } catch {
    // An unknown option, or one without its value.
  }
  throw new UsageError(USAGE)
}
