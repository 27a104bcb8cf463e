// An in-memory broker that counts as real, so that tests can see what is only shown for real connections. Nothing outside
// test/ may import this file (test/features/portfolio/linked-broker.test.ts).
import { Decimal } from 'decimal.js'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { type Provider, ProviderError } from '#server/adapters/broker/provider.ts'

export type LinkedBroker = {
  provider: Provider
  /** Requires this person to sign in at the broker again. */
  expire(customerId: string): void
  /** Makes the accounts paper trading accounts from now on. */
  isPaper: boolean
}

const DEPOSIT = 10_000
const SHARES = 100
const BOUGHT = '2025-01-07'

/** Everybody who signs in has one account, which bought a hundred shares of the market stand-in's ACME. */
export function linkedBroker(): LinkedBroker {
  const expired = new Set<string>()
  const broker: LinkedBroker = { provider: provider(), expire: (id) => void expired.add(id), isPaper: false }
  return broker

  function provider(): Provider {
    const price = new Decimal(closeOn('ACME', BOUGHT) ?? 0)
    const cash = new Decimal(DEPOSIT).minus(price.times(SHARES))
    return {
      name: 'snaptrade',
      isSample: false,
      async begin({ secret }, { returnUrl, reconnect }) {
        if (reconnect) expired.clear()
        return { url: returnUrl, secret: secret ?? 'a secret of the linked broker' }
      },
      connections: async ({ id }) => [
        { externalId: `at ${id}`, broker: 'Linked Brokerage', isDisabled: expired.has(id), secret: null },
      ],
      async accounts({ id }) {
        if (expired.has(id)) throw new ProviderError('disabled', 'The sign-in has expired')
        const account = { externalId: `account of ${id}`, label: '…7788', currency: 'USD' }
        return [{ ...account, isPaper: broker.isPaper, isReady: true }]
      },
      balance: async () => ({
        positions: [
          {
            symbol: 'ACME',
            companyName: 'Acme',
            quantity: new Decimal(SHARES),
            averageCost: price,
            price,
            currency: 'USD',
          },
        ],
        cash: [{ currency: 'USD', amount: cash }],
      }),
      async *activities() {
        yield [
          activity('deposit', '2025-01-06', { cash: new Decimal(DEPOSIT) }),
          activity('buy', BOUGHT, {
            symbol: 'ACME',
            companyName: 'Acme',
            quantity: new Decimal(SHARES),
            price,
            cash: price.times(-SHARES),
          }),
        ]
      },
      remove: async () => {},
      forget: async () => {},
      readWebhook: async () => null,
    }
  }
}

const ZERO = new Decimal(0)

const activity = (type: Activity['type'], day: string, more: Partial<Activity>): Activity => ({
  id: `${type} ${day}`,
  type,
  day,
  symbol: null,
  companyName: null,
  quantity: ZERO,
  price: null,
  cash: ZERO,
  fee: ZERO,
  ratio: null,
  currency: 'USD',
  line: null,
  ...more,
})
