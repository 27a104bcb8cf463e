// The page of an account under review: what is required until when, and a test tool that starts a check.
import { errorText, escape } from '../../page-frame.ts'
import { DAY } from '../clock.ts'
import { formText, type RawObject } from '../form-body.ts'
import {
  requireDocument,
  rejectDocument,
  restrictAccount,
  reviewDocument,
  clearRequirements,
} from '../objects/account-checks.ts'
import type { Account } from '../objects/accounts.ts'
import { payOut } from '../objects/payouts.ts'
import { now, type Context } from '../context.ts'
import { buttonForm, day, type Page, page } from './frame.ts'

const WANTED: Record<string, string> = {
  'identity.individual.documents.primary_verification': 'A photo of a government-issued ID',
}
const CAPABILITIES: Record<string, string> = {
  'stripe_balance.stripe_transfers': 'transfers to this account',
  'stripe_balance.payouts': 'payouts to its bank account',
}
const GOOD = 'passport.png'
const UNREADABLE = 'blurred.png'
const SLOW = 'license.png'

/** A readable document activates everything or is reviewed first. An unreadable one is requested again. */
export function verificationPage(
  context: Context,
  account: Account,
  form: RawObject | null,
  back: () => Page,
): Page {
  if (!form) return page('Confirm your identity', contentFor(account))
  const document = formText(form, 'document').trim()
  if (document === '') {
    return page('Confirm your identity', errorText('Choose a document.') + contentFor(account), 422)
  }
  if (document === UNREADABLE) {
    const invalidRequest = rejectDocument(context, account)
    return page('Confirm your identity', contentFor(invalidRequest), 422)
  }
  if (document === SLOW) reviewDocument(context, account)
  else clearRequirements(context, account)
  return back()
}

function contentFor(account: Account): string {
  const { entries, summary } = account.requirements
  const deadline = summary?.minimum_deadline
  const named = (list: { capability: string }[]) =>
    list.map(({ capability }) => CAPABILITIES[capability] ?? capability).join(' and ')
  const items = entries.map((entry) => {
    const what = WANTED[entry.description] ?? entry.description
    const affected = named(entry.impact.restricts_capabilities)
    const until =
      deadline?.status === 'past_due'
        ? `Past due: ${affected} are restricted.`
        : `Due by ${deadline?.time ? day(Date.parse(deadline.time) / 1000) : 'now'}. After that, ${affected} are restricted.`
    const review = entry.awaiting_action_from === 'stripe' ? ' Stripe is reviewing what you sent.' : ''
    const errors = entry.errors.map(({ description }) => errorText(description)).join('')
    return `<dt>${escape(what)}</dt><dd>${escape(until + review)}${errors}</dd>`
  })
  return `<p>Stripe checks accounts from time to time. For ${escape(account.display_name ?? account.contact_email ?? account.id)}.</p>
<dl>${items.join('')}</dl>
<form method="post"><label>Document (${GOOD} is accepted, ${SLOW} is reviewed first, ${UNREADABLE} can't be read)<input name="document" type="text" value="${GOOD}"></label>
<button type="submit">Submit</button></form>
${buttonForm('Do this later', { later: 'yes' })}
${checksFor(account)}`
}

type Check = 'ask' | 'restrict' | 'restrict-payouts' | 'pay-out'
const CHECKS: Record<Check, { label: string; run: (context: Context, account: Account) => void }> = {
  ask: {
    label: 'Ask for a document, due in 14 days',
    run: (context, account) => requireDocument(context, account, now(context) + 14 * DAY),
  },
  restrict: {
    label: 'Restrict this account',
    run: (context, account) => restrictAccount(context, account, ['stripe_transfers', 'payouts']),
  },
  'restrict-payouts': {
    label: 'Restrict only its payouts',
    run: (context, account) => restrictAccount(context, account, ['payouts']),
  },
  'pay-out': { label: 'Pay out its balance now', run: payOut },
}

/** Runs a check of the test tool; ignores unknown ones. */
export function runCheck(context: Context, account: Account, check: string): void {
  if (Object.hasOwn(CHECKS, check)) CHECKS[check as Check].run(context, account)
}

/** Renders the test tool; nothing for a closed account. */
export function checksFor(account: Account): string {
  if (account.closed) return ''
  const buttons = Object.entries(CHECKS).map(([check, { label }]) => buttonForm(label, { check }))
  return `<h2>Test tool: let Stripe check this account</h2>
<p>Not on Stripe's own page. It shows what happens when a routine check asks for more.</p>
${buttons.join('\n')}`
}
