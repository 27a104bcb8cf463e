// The dialog that sets up an authenticator app: scan the QR code, enter the first code, save the recovery
// codes.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import { CodeForm, factors } from '#shared/contracts/factors.ts'
import type { Reply } from '#shared/endpoint.ts'
import { ApiError, isUnauthorized, messageOf, shownMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export function SetUpAuthenticatorDialog() {
  const { isOpen } = useDialog('set-up-authenticator')
  // Mounted only while open, so that neither the key nor the codes stay in memory.
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close } = useDialog('set-up-authenticator')
  const client = useQueryClient()
  const setup = useQuery({
    queryKey: queryKeys.authenticatorSetup(useId()),
    queryFn: () => call(factors.setUpAuthenticator),
    gcTime: 0,
  })
  const form = useForm({ resolver: zodResolver(CodeForm), defaultValues: { code: '' } })
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call(factors.confirmAuthenticator, { body }),
    onSuccess: () => {
      followOutcome(accountOutcomes.authenticatorOn)
      void client.invalidateQueries({ queryKey: queryKeys.factors })
    },
    onError: (error) => {
      if (isWrongCode(error))
        form.setError(
          'code',
          { message: messageOf(error) ?? 'This code isn’t right.' },
          { shouldFocus: true },
        )
    },
  })
  const codes = confirm.data?.recoveryCodes
  if (codes)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title="Keep your recovery codes"
        foot={<Button onClick={close}>Done</Button>}
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  const { error } = confirm
  const message = isWrongCode(error) ? undefined : shownMessage(error, 'We couldn’t turn it on. Try again.')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Set up an authenticator app"
      subtitle="Such as the one in your password manager, Google Authenticator or Aegis."
      onSubmit={(event) => void form.handleSubmit((body) => confirm.mutate(body))(event)}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={!setup.data} pending={confirm.isPending} pendingLabel="Checking...">
            Turn on
          </Button>
        </>
      }
    >
      {setup.data ? (
        <Secret {...setup.data} />
      ) : setup.error && !isUnauthorized(setup.error) ? (
        <ErrorState onRetry={() => void setup.refetch()} retrying={setup.isFetching}>
          {messageOf(setup.error) ?? 'Couldn’t start the setup.'}
        </ErrorState>
      ) : (
        <Loading label="Loading the QR code" className="justify-items-center">
          <Skeleton className="aspect-square w-48 max-w-full rounded-control" />
        </Loading>
      )}
      <Field
        label="Code"
        hint="Six digits that your app shows now."
        error={form.formState.errors.code?.message}
      >
        <Input
          {...form.register('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          disabled={!setup.data}
        />
      </Field>
      {message !== undefined && (
        <Banner tone="loss" role="alert">
          {message}
        </Banner>
      )}
    </Dialog>
  )
}

const isWrongCode = (error: unknown) => error instanceof ApiError && error.problem.code === 'wrong_code'

function Secret({ secret, uri }: Reply<typeof factors.setUpAuthenticator>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 text-center">
      <p className="text-ink-2">Scan this with your app, then enter the code it shows.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="text-small text-ink-2">
        Can’t scan? <TextLink href={uri}>Open your app</TextLink> or type this key:
      </p>
      <p className="text-label tabular-nums wrap-anywhere select-all">{secret.match(/.{1,4}/g)?.join(' ')}</p>
    </div>
  )
}

/** The quiet zone that ISO/IEC 18004 requires, in modules. */
const BORDER = 4

/** Dark on white in both themes, because not every camera reads light on dark. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-48 max-w-full rounded-control border border-line forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
