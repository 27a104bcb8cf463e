// The keys of push notifications, and whom push services may contact about them.
import { lookup } from 'node:dns/promises'
import { type Check, fault, ok, warning } from './finding.ts'

/** Push services refuse contacts that can't exist; Apple answers BadJwtToken. */
const NO_REAL_DOMAIN =
  /(^|\.)(localhost|localdomain|local|internal|invalid|test|example|example\.(com|net|org))$/i

export const push: Check = {
  name: 'push',
  async run({ config }) {
    const { keys, subject, hasSandbox } = config.push
    const [newest, ...older] = keys
    if (hasSandbox) return [ok('Without VAPID_KEYS, notifications are for test devices, at /sandbox/push.')]
    if (!newest)
      return [warning('Push notifications are off.', 'Set VAPID_KEYS and VAPID_SUBJECT (docs/operating.md).')]
    const says = `Browsers subscribe with key ${newest.number}.`
    const found = [
      ok(
        older.length === 0
          ? says
          : `${says} ${older.map(({ number }) => number).join(', ')} sign until their pages have subscribed anew.`,
      ),
    ]
    const domain = subject.startsWith('mailto:')
      ? (subject.split('@').at(-1) ?? '')
      : (URL.parse(subject)?.hostname ?? '')
    const remedy = 'Set VAPID_SUBJECT to an address of yours, such as mailto:ops@your-domain.com.'
    if (!domain.includes('.') || NO_REAL_DOMAIN.test(domain) || /^[\d.]+$/.test(domain))
      return [...found, fault(`Apple refuses the contact ${subject}: its domain isn’t real.`, remedy)]
    const hasAddress = await lookup(domain).then(
      () => true,
      () => false,
    )
    return [
      ...found,
      hasAddress
        ? ok(`Push services may contact ${subject}.`)
        : warning(`The domain of VAPID_SUBJECT, ${domain}, has no address.`, remedy),
    ]
  },
}
