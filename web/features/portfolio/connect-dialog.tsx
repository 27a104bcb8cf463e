// Connecting a broker: what happens, through whom, and then on to the page where one signs in.
import { ExternalLink, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { Provider } from '#shared/contracts/portfolio.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { ConnectPoints } from './connect-points.tsx'
import { useConnect } from './connection-queries.ts'
import { connectWords, providerName } from './portfolio-words.ts'

/** Opens at `?dialog=connect-broker`. */
export function ConnectDialog({ providers }: { providers: readonly Provider[] }) {
  const { isOpen, close } = useDialog('connect-broker')
  const { connect, reset, error, isLeaving } = useConnect()
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [chosen, setChosen] = useState(providers[0]?.name)
  const provider = providers.find(({ name }) => name === chosen) ?? providers[0]
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // What was refused the last time is not said again.
    if (isOpen && error) reset()
  }
  if (!provider) return <NoProvider isOpen={isOpen} close={close} />
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title={connectWords(providers)}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            icon={ExternalLink}
            pending={isLeaving}
            pendingLabel="Opening..."
            onClick={() => connect(provider.name)}
          >
            Continue
          </Button>
        </>
      }
    >
      {error && !isUnauthorized(error) && (
        <Banner tone="loss" role="alert">
          {messageOf(error) ?? 'Couldn’t open your broker’s page. Please try again.'}
        </Banner>
      )}
      {providers.length > 1 && (
        <div className="grid gap-2">
          <Segmented
            label="Connect through"
            value={provider.name}
            onValueChange={setChosen}
            options={providers.map((one) => ({ value: one.name, label: optionWords(one) }))}
          />
          <p className="text-small text-pretty text-ink-2">
            Both support many brokers. If one doesn’t list yours, try the other.
          </p>
        </div>
      )}
      {provider.isSample && (
        <Banner tone="caution" icon={FlaskConical} title="A sample, to try it out">
          You don’t need a real account, and every figure says “Sample data”.
        </Banner>
      )}
      <ConnectPoints provider={provider} />
    </Dialog>
  )
}

const optionWords = (provider: Provider) => (provider.isSample ? 'Sample broker' : providerName(provider))

/** For who comes by the address where nobody is set up to reach brokers. */
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
