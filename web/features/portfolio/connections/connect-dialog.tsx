// The dialog that explains connecting a broker, offers the providers, and opens the sign-in page.
import { ExternalLink, Eye, FlaskConical, KeyRound, Percent, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Provider } from '#shared/contracts/portfolio-accounts.ts'
import { ApiError, isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { IconList } from '#web/ui/icon-list.tsx'
import { connectLabel, providerName } from '../format.ts'
import { useConnect } from './provider-redirect.ts'

/** Opens at `?dialog=connect-broker`. */
export function ConnectDialog({ providers }: { providers: readonly Provider[] }) {
  const { isOpen, close } = useDialog('connect-broker')
  const { connect, reset, error, isRedirecting } = useConnect()
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [chosenName, setChosenName] = useState(providers[0]?.name)
  const provider = providers.find(({ name }) => name === chosenName) ?? providers[0]
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // Clears the error of the previous attempt.
    if (isOpen && error) reset()
  }
  if (!provider) return <NoProvider isOpen={isOpen} close={close} />
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title={connectLabel(providers)}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            icon={ExternalLink}
            pending={isRedirecting}
            pendingLabel="Opening..."
            onClick={() => connect(provider.name)}
          >
            Continue
          </Button>
        </>
      }
    >
      {error && !isUnauthorized(error) && (
        <Banner
          tone="loss"
          role="alert"
          action={
            needsVerifiedEmail(error) && (
              <Button asChild variant="outline" size="sm">
                <a href={paths.settingsSection('account')}>Ask for the link again</a>
              </Button>
            )
          }
        >
          {messageOf(error) ?? 'Couldn’t open your broker’s page. Please try again.'}
        </Banner>
      )}
      {providers.length > 1 && (
        <div className="grid gap-2">
          <SegmentedControl
            label="Connect through"
            value={provider.name}
            onValueChange={setChosenName}
            options={providers.map((option) => ({ value: option.name, label: optionLabel(option) }))}
          />
          <p className="text-small text-pretty text-ink-2">
            Both support many brokers. If one doesn’t list yours, try the other.
          </p>
        </div>
      )}
      {provider.isSample && (
        <Banner tone="caution" icon={FlaskConical} title="A sample, to try it out">
          You don’t need a real account, and its figures are marked “Sample data”.
        </Banner>
      )}
      <BeforeYouConnect provider={provider} />
    </Dialog>
  )
}

const needsVerifiedEmail = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'email_not_verified'

const optionLabel = (provider: Provider) => (provider.isSample ? 'Sample broker' : providerName(provider))

/** For people who open the address although no provider is configured. */
function NoProvider({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title="Connect broker"
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button onClick={() => go('?dialog=import-portfolio', { replace: true })}>Import a file</Button>
        </>
      }
    >
      <p className="text-pretty text-ink-2">
        You can’t connect a broker here yet. Importing your broker’s file shows the same returns.
      </p>
    </Dialog>
  )
}

const BeforeYouConnect = ({ provider }: { provider: Provider }) => (
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
