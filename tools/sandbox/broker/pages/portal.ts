// The connection portal: choose a sample broker or reconnect, then return to the app.
import { errorText, escape } from '../../page-frame.ts'
import { connect, reconnectTo, rejectSignIn } from '../connections.ts'
import { BROKERS, brokerOf, type SampleBroker } from '../samples/brokers.ts'
import type { ApiResponse, ApiRequest } from '../handle-request.ts'
import type { Session } from '../store.ts'
import type { Context } from '../context.ts'
import { redirectTo, page } from './frame.ts'

/** The query parameters of the return URL. */
type Outcome = Record<string, string>
const ABANDONED = { status: 'ABANDONED' }
const succeeded = (id: string): Outcome => ({ status: 'SUCCESS', connection_id: id })
/** Codes: https://docs.snaptrade.com/docs/implement-connection-portal (common error codes). */
const failed = (errorCode: string, statusCode: string): Outcome => ({
  status: 'ERROR',
  error_code: errorCode,
  status_code: statusCode,
})
const EXPIRED = failed('1006', '400')

export function portalPage(context: Context, apiRequest: ApiRequest): ApiResponse {
  if (apiRequest.path !== '/pages/connect') return notFoundPage()
  const session = context.store.get('session', new URLSearchParams(apiRequest.query).get('sessionId') ?? '')
  if (!session) return notFoundPage()
  if (session.isOver || session.expiresAt <= context.now.getTime()) return expiredPage(session)
  if (apiRequest.method !== 'POST') return formPage(context, session)
  const form = new URLSearchParams(apiRequest.body)
  if (form.get('do') === 'cancel') return finishVisit(context, session, ABANDONED, 'Nothing was connected')
  return session.reconnect === null
    ? connectChosen(context, session, form)
    : reconnectExisting(context, session, session.reconnect)
}

function connectChosen(context: Context, session: Session, form: URLSearchParams): ApiResponse {
  const broker = offered(session).find(({ slug }) => slug === form.get('broker'))
  if (!broker) return formPage(context, session, 'Choose a broker first.')
  if (broker.failureMode === 'refused') {
    rejectSignIn(context, session.userId, broker)
    return finishVisit(context, session, failed('1066', '403'), 'The sign-in was refused')
  }
  const { id } = connect(context, session.userId, broker)
  return finishVisit(context, session, succeeded(id), `${broker.name} is connected`)
}

function reconnectExisting(context: Context, session: Session, id: string): ApiResponse {
  const connection = context.store.get('connection', id)
  if (!connection) return finishVisit(context, session, EXPIRED, 'This connection no longer exists')
  reconnectTo(context, connection)
  return finishVisit(context, session, succeeded(id), 'The connection works again')
}

function offered({ broker }: Session): SampleBroker[] {
  return BROKERS.filter(({ slug }) => broker === null || slug === broker)
}

function formPage(context: Context, session: Session, complaint = ''): ApiResponse {
  const options = { returnsTo: session.customRedirect, status: complaint === '' ? 200 : 400 }
  const notice = complaint === '' ? '' : errorText(complaint)
  const connection = session.reconnect === null ? null : context.store.get('connection', session.reconnect)
  if (connection) {
    const name = brokerOf(connection.slug)?.name ?? connection.slug
    const text = `<p>The connection to <b>${escape(name)}</b> keeps its accounts and their history.</p>`
    return page(
      `Reconnect ${name}`,
      `${notice}${text}<form method="post">${buttons('Reconnect')}</form>`,
      options,
    )
  }
  const choices = offered(session)
  const rows = choices.map(
    ({ slug, name, label }) =>
      `<label><input type="radio" name="broker" value="${escape(slug)}" required${
        choices.length === 1 ? ' checked' : ''
      }><span><b>${escape(name)}</b><span>${escape(label)}</span></span></label>`,
  )
  const content = `<p>Each of these simulates a broker. You don’t need a password, and all figures are sample data.</p>
${notice}<form method="post"><fieldset><legend>Which one?</legend>
${rows.join('\n')}
</fieldset>${buttons('Connect')}</form>`
  return page('Connect a sample broker', content, options)
}

const buttons = (label: string) =>
  `<div class="buttons"><button class="main" name="do" value="connect">${label}</button>
<button name="do" value="cancel" formnovalidate>Cancel</button></div>`

/** Ends the session. Redirects at once if the caller asked for that or the user canceled. */
function finishVisit(context: Context, session: Session, outcome: Outcome, title: string): ApiResponse {
  context.store.put('session', { ...session, isOver: true })
  const address = returnAddress(session, outcome)
  if (address !== null && (session.immediateRedirect || outcome === ABANDONED)) return redirectTo(address)
  return page(title, returnLink(address), { returnsTo: session.customRedirect })
}

function expiredPage(session: Session): ApiResponse {
  const text = '<p>This page has expired. Go back and start again.</p>'
  const address = returnAddress(session, EXPIRED)
  return page('This page has expired', text + (address === null ? '' : returnLink(address)), { status: 410 })
}

const notFoundPage = () =>
  page('Not found', '<p>This page doesn’t exist. Go back and start again.</p>', { status: 404 })

function returnAddress({ customRedirect }: Session, outcome: Outcome): string | null {
  if (customRedirect === null) return null
  const address = new URL(customRedirect)
  for (const [name, value] of Object.entries(outcome)) address.searchParams.set(name, value)
  return address.href
}

const returnLink = (address: string | null) =>
  address === null
    ? '<p>You can close this page.</p>'
    : `<p><a class="button main" href="${escape(address)}">Go back</a></p>`
