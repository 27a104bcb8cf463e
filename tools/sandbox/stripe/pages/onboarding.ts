// The onboarding page of a connected account.
import { errorText, escape } from '../../page-frame.ts'
import { formText, type RawObject } from '../form-body.ts'
import { finishOnboarding, hasRoutineCheck } from '../objects/account-checks.ts'
import type { CapabilityStatus } from '../objects/account-requirements.ts'
import { type Account, transfersStatus } from '../objects/accounts.ts'
import { now, type Context } from '../context.ts'
import { checksFor, runCheck, verificationPage } from './account-verification.ts'
import { buttonForm, redirectTo, notFound, type Page, page } from './frame.ts'

/** The form's default values, which pass. */
const EXAMPLE = {
  first_name: 'Jenny',
  last_name: 'Rosen',
  birthday: '1990-01-01',
  ssn_last_4: '0000',
  routing_number: '110000000',
  account_number: '000123456789',
}
type Field = keyof typeof EXAMPLE
const LABELS: Record<Field, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  birthday: 'Date of birth',
  ssn_last_4:
    'Last four digits of the social security number (0000 is accepted, 1111 waits, 2222 is refused)',
  routing_number: 'Bank routing number',
  account_number:
    'Bank account number (000123456789 is accepted, 000111111116 is refused, payouts to 000111111113 fail)',
}
/** Payouts to it come back (https://docs.stripe.com/connect/testing). */
const CLOSED_BANK = '000111111113'
const FIELDS = Object.keys(EXAMPLE) as Field[]
const ABROAD: Partial<Record<Field, string>> = {
  ssn_last_4:
    'Last four digits of your national identity number (0000 is accepted, 1111 waits, 2222 is refused)',
  routing_number: 'Bank code',
}

/** Other countries have no social security and routing numbers. */
const labelOf = (name: Field, { identity }: Account): string =>
  (identity['country'] === 'us' ? undefined : ABROAD[name]) ?? LABELS[name]

export function onboardingPage(context: Context, token: string, form: RawObject | null): Page {
  const link = context.store.get('v2.core.account_link', token)
  const account = link && context.store.get('v2.core.account', link.account)
  if (!link || !account || account.closed) return notFound()
  if (now(context) > link.expiresAt) return redirectTo(link.refreshUrl)
  const back = () => redirectTo(link.returnUrl ?? link.refreshUrl)
  if (form?.['later'] !== undefined) return back()
  const check = form && formText(form, 'check')
  if (check) {
    runCheck(context, account, check)
    return back()
  }
  if (hasRoutineCheck(account)) return verificationPage(context, account, form, back)
  if (!form) return page('Get paid', formsFor(account, EXAMPLE))
  const submitted = Object.fromEntries(
    FIELDS.map((name) => [name, formText(form, name).trim()]),
  ) as typeof EXAMPLE
  const missing = FIELDS.filter((name) => submitted[name] === '')
  if (missing.length > 0) {
    const words = `Still missing: ${missing.map((name) => labelOf(name, account).split(' (')[0]).join(', ')}.`
    return page('Get paid', errorText(words) + formsFor(account, submitted), 422)
  }
  context.store.hide(account.id, {
    payoutFailure: submitted.account_number === CLOSED_BANK ? 'account_closed' : null,
  })
  finishOnboarding(context, account, testOutcome(submitted))
  return back()
}

/** The outcome of Stripe's test values (https://docs.stripe.com/connect/testing). */
function testOutcome(submitted: typeof EXAMPLE): CapabilityStatus {
  if (submitted.ssn_last_4 === '1111') return 'pending'
  if (submitted.ssn_last_4 === '2222' || submitted.account_number === '000111111116') return 'restricted'
  return 'active'
}

function formsFor(account: Account, values: typeof EXAMPLE): string {
  const inputs = FIELDS.map((name) => {
    const kind = name === 'birthday' ? 'date' : 'text'
    return `<label>${escape(labelOf(name, account))}<input name="${name}" type="${kind}" value="${escape(values[name])}"></label>`
  })
  const state = transfersStatus(account)
  const words = {
    active: 'Your account is complete. You can change your details.',
    pending: 'Your details are being checked.',
    restricted: 'Enter your details and where your money goes.',
    unsupported: 'This account can’t receive payouts.',
  }
  const waiting = { ...EXAMPLE, ssn_last_4: '1111' }
  const refusedOne = { ...EXAMPLE, ssn_last_4: '2222' }
  return `<p>${words[state ?? 'restricted']} For ${escape(account.display_name ?? account.contact_email ?? account.id)}, in ${escape(countryName(account))}.</p>
<form method="post">${inputs.join('\n')}<button type="submit">Submit</button></form>
<h2>Test outcomes</h2>
${buttonForm('Submit and keep the check pending', waiting)}
${buttonForm('Submit and fail the check', refusedOne)}
${buttonForm('Do this later', { later: 'yes' })}
${state === 'active' ? checksFor(account) : ''}`
}

/** The account's country never changes; a bank account there receives the payouts. */
const countryName = ({ identity }: Account): string =>
  new Intl.DisplayNames(['en'], { type: 'region' }).of(identity['country'].toUpperCase()) ?? ''
