// The cards of the settings about passkeys, the authenticator app and recovery codes, and their dialogs.
import { useQuery } from '@tanstack/react-query'
import { factors } from '#shared/contracts/factors.ts'
import type { Reply } from '#shared/endpoint.ts'
import { RECOVERY_CODES } from '#shared/limits.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { isUnauthorized, OfflineError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialogHref, useHrefWith } from '#web/lib/dialog-address.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { Loading, RowSkeletons } from '#web/ui/skeleton.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { NewRecoveryCodesDialog, TurnOffAuthenticatorDialog } from './authenticator-dialogs.tsx'
import { supportsPasskeys } from './passkeys.tsx'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'
import { SetUpAuthenticatorDialog } from './set-up-authenticator-dialog.tsx'

type Factors = Reply<typeof factors.overview>

export function FactorsSection() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeys.factors,
    queryFn: () => call(factors.overview),
  })
  if (data)
    return (
      <>
        <PasskeysCard passkeys={data.passkeys} />
        <CardList as="ul">
          <AuthenticatorRow {...data} />
          {data.authenticatorSince && <RecoveryCodesRow left={data.recoveryCodesLeft} />}
        </CardList>
        <SetUpAuthenticatorDialog />
        <TurnOffAuthenticatorDialog />
        <NewRecoveryCodesDialog />
        <AddPasskeyDialog />
        <RemovePasskeyDialog passkeys={data.passkeys} />
      </>
    )
  return (
    <CardList>
      {error && !isUnauthorized(error) ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {error instanceof OfflineError ? error.message : 'Couldn’t load how you sign in.'}
        </ErrorState>
      ) : (
        <Loading label="Loading how you sign in">
          <RowSkeletons />
        </Loading>
      )}
    </CardList>
  )
}

const dayOf = (date: Date) => dayText(utcDay(date))

function AuthenticatorRow({ authenticatorSince: since, isSuggested }: Factors) {
  const setUp = useDialogHref('set-up-authenticator')
  const turnOff = useDialogHref('turn-off-authenticator')
  const off = isSuggested
    ? 'Off. You’ve connected payouts or a broker, so add this or a passkey.'
    : 'Off. It asks for a code after your password.'
  return (
    <SettingRow
      name="Authenticator app"
      state={since ? `On since ${dayOf(since)}` : off}
      variant={since || !isSuggested ? 'outline' : 'soft'}
      {...(since
        ? { href: turnOff, action: 'Turn off', label: 'Turn off authenticator app' }
        : { href: setUp, action: 'Set up', label: 'Set up authenticator app' })}
    />
  )
}

function RecoveryCodesRow({ left }: { left: number }) {
  const renew = useDialogHref('new-recovery-codes')
  return (
    <SettingRow
      name="Recovery codes"
      state={`${left} of ${RECOVERY_CODES} left. Keep them on paper.`}
      href={renew}
      action="Get new codes"
    />
  )
}

function PasskeysCard({ passkeys }: Pick<Factors, 'passkeys'>) {
  const add = useDialogHref('add-passkey')
  return (
    <CardList as="section" aria-labelledby="passkeys">
      <CardHead>
        <div className="grid min-w-0 flex-1 basis-48">
          <h3 id="passkeys" tabIndex={-1} className="text-title font-strong">
            Passkeys
          </h3>
          <p className="text-small text-ink-2">
            {supportsPasskeys()
              ? 'Sign in with your face, finger or PIN. No password to steal.'
              : 'This browser doesn’t support passkeys.'}
          </p>
        </div>
        {supportsPasskeys() && (
          <Button asChild variant="soft" size="sm">
            <a href={add}>Add passkey</a>
          </Button>
        )}
      </CardHead>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...passkey} />
          ))}
        </ul>
      )}
    </CardList>
  )
}

function PasskeyRow({ id, name, createdAt, lastUsedAt }: Factors['passkeys'][number]) {
  const remove = useHrefWith({ dialog: 'remove-passkey', passkey: id })
  const added = `Added ${dayOf(createdAt)}`
  return (
    <SettingRow
      name={name}
      state={lastUsedAt ? `${added} · last used ${dayOf(lastUsedAt)}` : `${added} · not used yet`}
      href={remove}
      action="Remove"
      label={`Remove passkey ${name}`}
      variant="ghost"
    />
  )
}
