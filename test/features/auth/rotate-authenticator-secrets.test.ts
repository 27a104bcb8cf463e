// A new ENCRYPTION_KEY takes over the secrets of authenticator apps.
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { rotateAuthenticatorSecrets } from '#server/features/auth/factors/authenticator.ts'
import { openSecrets } from '#server/secrets.ts'
import { auth } from '#shared/contracts/auth.ts'
import { factors } from '#shared/contracts/factors.ts'
import { refusal, startServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'

test('each secret is encrypted again once, and its codes still work', async () => {
  const clock = settableClock()
  const server = await startServer({ clock })
  const { db, config } = server.deps
  const { ada } = await buildPeople(server.deps, { ada: member() })
  const here = await server.signIn('ada')
  const { secret } = await here.call(factors.setUpAuthenticator)
  const code = () => generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) })
  await here.call(factors.confirmAuthenticator, { body: { code: code() } })

  const previous = Buffer.alloc(32, 1)
  const [current = previous] = config.brokers.encryptionKeys
  const sealed = openSecrets([previous], clock).seal(secret, ada.id)
  await db.updateTable('totpFactors').set({ secret: sealed }).execute()
  const secrets = openSecrets([current, previous], clock)
  expect(await rotateAuthenticatorSecrets({ db, secrets })).toBe(1)
  expect(await rotateAuthenticatorSecrets({ db, secrets })).toBe(0)

  clock.pass(30_000)
  const browser = server.visitor()
  const body = { username: 'ada', password: 'signalpost' }
  expect(await refusal(browser.call(auth.login, { body }))).toMatchObject({ code: 'second_factor_required' })
  expect(await browser.call(factors.loginWithCode, { body: { code: code() } })).toMatchObject({
    username: 'ada',
  })
  await server.stop()
})
