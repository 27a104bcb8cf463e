// What there is to know before one leaves to sign in at a broker.
import { Eye, KeyRound, Percent, Trash2 } from 'lucide-react'
import type { Provider } from '#shared/contracts/portfolio.ts'
import { Points } from '#web/ui/points.tsx'
import { providerName } from './portfolio-words.ts'

export const ConnectPoints = ({ provider }: { provider: Provider }) => (
  <Points
    items={[
      {
        icon: KeyRound,
        title: 'You sign in at your broker',
        text: provider.isSample
          ? 'You leave for a page of the sample broker, and come back here. There is no password to type.'
          : `You leave for a page of ${providerName(provider)}, and come back here. We never see your password.`,
      },
      {
        icon: Eye,
        title: 'Read-only',
        text: 'We read what you hold and what happened. Nobody can trade or move money over it.',
      },
      {
        icon: Percent,
        title: 'Others see percentages only',
        text: 'Never amounts, quantities or account numbers.',
      },
      {
        icon: Trash2,
        title: 'You can end it at any time',
        text: 'Disconnecting deletes everything that was read, here and there.',
      },
    ]}
  />
)
