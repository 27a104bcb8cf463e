// How signed-in people confirm their identity, for each event of the audit log about it.
import { factors } from '#shared/contracts/factors.ts'
import type { softwareAuthenticator } from '#test/features/auth/software-authenticator.ts'
import type { Stage, Steps } from './stage.ts'

type Device = ReturnType<typeof softwareAuthenticator>
type Means = {
  device: Device
  /** Turns the authenticator app on and returns its secret. */
  turnOn: (stage: Stage) => Promise<string>
  addPasskey: (stage: Stage) => Promise<ReturnType<Device['create']>['passkey']>
  codeOf: (secret: string) => string
}
type Confirmation = 'sign_in_failed.confirmation' | `confirmation.${'password' | 'passkey' | 'factor'}`

export const confirmationCases = ({
  device,
  turnOn,
  addPasskey,
  codeOf,
}: Means): Record<Confirmation, Steps> => ({
  'sign_in_failed.confirmation': async ({ here }) =>
    void (await here.send('POST', '/api/reauthentications', { password: 'wrong' })),
  'confirmation.password': async ({ here }) =>
    void (await here.call(factors.reauthenticate, { body: { password: 'signalpost' } })),
  'confirmation.passkey': async (stage) => {
    const passkey = await addPasskey(stage)
    const options = await stage.here.call(factors.passkeyOptions)
    await stage.here.call(factors.reauthenticateWithPasskey, { body: device.use(passkey, options) })
  },
  'confirmation.factor': async (stage) => {
    const code = codeOf(await turnOn(stage))
    await stage.here.call(factors.reauthenticateWithCode, { body: { code } })
  },
})
