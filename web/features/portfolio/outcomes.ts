// The outcomes of an owner's actions on a portfolio and its brokers.
import { failure, type Outcome } from '#web/lib/outcomes.ts'

export const portfolioOutcomes = {
  accountDeleted: { title: 'Import deleted', text: 'Imported data deleted.' },
  accountDeletionFailed: failure('Error', 'Couldn’t delete the import. Try again.'),
  // The title begins with the broker's name if it is known.
  brokerConnected: { title: 'Broker connected', text: 'Reading its history…' },
  brokerReconnected: { title: 'Broker connected again', text: 'Reading new transactions…' },
  noBrokerConnected: { title: 'No broker was connected', text: 'Nothing has changed.' },
  reconnectFailed: failure('Error', 'Couldn’t open your broker’s page. Try again.'),
  brokerDisconnected: { title: 'Broker disconnected', text: 'We deleted its data.' },
  disconnectFailed: failure('Error', 'Couldn’t disconnect the broker. Try again.'),
  portfolioDeleted: {
    title: 'Portfolio deleted',
    text: 'We deleted your accounts, connections and figures.',
  },
  portfolioDeletionFailed: failure('Error', 'Couldn’t delete the portfolio. Try again.'),
} as const satisfies Record<string, Outcome>
