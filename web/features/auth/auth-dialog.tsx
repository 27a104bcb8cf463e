// The auth dialog: sign in, create an account with an invitation, or request a new password
// (spec section 2, "Auth dialog"; spec answer 13).
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { system } from '#shared/contracts/system.ts'
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/lib/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { CreateAccountForm, SignInForm } from './auth-forms.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { type Panel, showPanel } from './panels.tsx'
import { useInvitation } from './queries.ts'

type Props = { panel: Panel; onClose: () => void }

export default function AuthDialog(props: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <Auth {...props} />
    </QueryClientProvider>
  )
}

function Auth({ panel, onClose }: Props) {
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: () => call(system.config) })
  const isInvited = useInvitation().email !== undefined
  const [hasSwitched, setHasSwitched] = useState(false)
  const showsRegister = isInvited || config?.signupMode === 'open'
  const tabs: { value: Exclude<Panel, 'forgot' | 'code'>; label: string }[] = [
    { value: 'login', label: 'Sign In' },
    ...(showsRegister ? [{ value: 'register' as const, label: 'Create Account' }] : []),
  ]
  if (panel === 'forgot')
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Forgot your password?"
        subtitle="We’ll email you a link to set a new one."
      >
        <ForgotPassword />
      </Dialog>
    )
  if (panel === 'code')
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Enter your code"
        subtitle="Your password is right. One more step, so that nobody can sign in with it alone."
      >
        <CodeForm />
      </Dialog>
    )
  return (
    <Dialog open onOpenChange={onClose} title={`Welcome to ${PRODUCT_NAME}`} subtitle={TAGLINE}>
      <Tabs
        label="Account"
        tabs={tabs}
        value={panel}
        onValueChange={(value) => {
          setHasSwitched(true)
          showPanel(value)
        }}
      >
        <TabPanel value="login">
          <SignInForm autoFocus={!hasSwitched} />
        </TabPanel>
        <TabPanel value="register" label={showsRegister ? undefined : 'Create Account'}>
          <CreateAccountForm passwordMin={config?.passwordMinLength} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
