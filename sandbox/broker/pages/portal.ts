// The connection portal: choose a sample broker or mend a connection, and go back to where one came from.
import { connect, mend, refuse } from '../connecting.ts'
import { BROKERS, brokerOf, type SampleBroker } from '../samples/brokers.ts'
import type { Answer, Asked } from '../serve.ts'
import type { Session } from '../store.ts'
import type { World } from '../world.ts'
import { escape, goTo, page, wrong } from './frame.ts'

/** What the address one returns to is told. */
type Outcome = Record<string, string>
const ABANDONED = { status: 'ABANDONED' }
const succeeded = (id: string): Outcome => ({ status: 'SUCCESS', connection_id: id })
/** https://docs.snaptrade.com/docs/implement-connection-portal, common error codes. */
const failed = (errorCode: string, statusCode: string): Outcome => ({
  status: 'ERROR',
  error_code: errorCode,
  status_code: statusCode,
})
const EXPIRED = failed('1006', '400')

export function portalPage(world: World, asked: Asked): Answer {
  if (asked.path !== '/pages/connect') return lost()
  const session = world.store.get('session', new URLSearchParams(asked.query).get('sessionId') ?? '')
  if (!session) return lost()
  if (session.isOver || session.expiresAt <= world.now.getTime()) return over(session)
  if (asked.method !== 'POST') return formPage(world, session)
  const form = new URLSearchParams(asked.body)
  if (form.get('do') === 'cancel') return leave(world, session, ABANDONED, 'Nothing was connected')
  return session.reconnect === null ? chosen(world, session, form) : mended(world, session, session.reconnect)
}

function chosen(world: World, session: Session, form: URLSearchParams): Answer {
  const broker = offered(session).find(({ slug }) => slug === form.get('broker'))
  if (!broker) return formPage(world, session, 'Choose a broker first.')
  if (broker.trouble === 'refused') {
    refuse(world, session.userId, broker)
    return leave(world, session, failed('1066', '403'), 'The sign-in was refused')
  }
  const { id } = connect(world, session.userId, broker)
  return leave(world, session, succeeded(id), `${broker.name} is connected`)
}

function mended(world: World, session: Session, id: string): Answer {
  const connection = world.store.get('connection', id)
  if (!connection) return leave(world, session, EXPIRED, 'This connection no longer exists')
  mend(world, connection)
  return leave(world, session, succeeded(id), 'The connection works again')
}

function offered({ broker }: Session): SampleBroker[] {
  return BROKERS.filter(({ slug }) => broker === null || slug === broker)
}

function formPage(world: World, session: Session, complaint = ''): Answer {
  const options = { returnsTo: session.customRedirect, status: complaint === '' ? 200 : 400 }
  const notice = complaint === '' ? '' : wrong(complaint)
  const connection = session.reconnect === null ? null : world.store.get('connection', session.reconnect)
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

/** The visit is over. Straight back where that was asked for, or where there is nothing to be read. */
function leave(world: World, session: Session, outcome: Outcome, title: string): Answer {
  world.store.put('session', { ...session, isOver: true })
  const address = returnAddress(session, outcome)
  if (address !== null && (session.immediateRedirect || outcome === ABANDONED)) return goTo(address)
  return page(title, returnLink(address), { returnsTo: session.customRedirect })
}

function over(session: Session): Answer {
  const text = '<p>This page has expired. Go back and start again.</p>'
  const address = returnAddress(session, EXPIRED)
  return page('This page has expired', text + (address === null ? '' : returnLink(address)), { status: 410 })
}

const lost = () =>
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
