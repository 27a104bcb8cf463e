// What there is to know before one leaves to sign in at a broker.
import { Eye, KeyRound, Percent, Trash2 } from 'lucide-react'
import type { Provider } from '#shared/contracts/portfolio.ts'
import { IconList } from '#web/ui/icon-list.tsx'
import { providerName } from './portfolio-words.ts'

export const ConnectPoints = ({ provider }: { provider: Provider }) => (
  <IconList
    items={[
      {
        icon: KeyRound,
        title: 'You sign in at your broker',
        text: provider.isSample
          ? 'You’ll continue on the sample broker’s page, then come back here. No password needed.'
          : `You’ll continue at ${providerName(provider)}, then come back here. We never see your password.`,
      },
      {
        icon: Eye,
        title: 'Read-only',
        text: 'We read your holdings and transactions. Nobody can use it to trade or move money.',
      },
      {
        icon: Percent,
        title: 'Others see percentages only',
        text: 'Never amounts, quantities or account numbers.',
      },
      {
        icon: Trash2,
        title: 'You can end it at any time',
        text: 'Disconnecting deletes all imported data, here and at the provider.',
      },
    ]}
  />
)
