// A passkey and an authenticator app, for the access control tests.
import { setUpAuthenticator } from '#server/features/auth/factors/authenticator.ts'
import { newPasskeyOptions, passkeyOptions } from '#server/features/auth/factors/passkeys.ts'
import { verifyNewCredential } from '#server/features/auth/factors/webauthn.ts'
import { accountById } from '#server/features/auth/store.ts'
import { softwareAuthenticator } from '#test/features/auth/software-authenticator.ts'
import type { TestServer } from '#test/server.ts'

export function factorResources(
  server: TestServer,
  { id: userId, username }: { id: string; username: string },
): Record<string, () => Promise<{ id: string; seen?: (answer: string) => string }>> {
  const { deps, origin } = server
  const device = softwareAuthenticator(server)
  async function created() {
    const owner = await accountById(deps.db, userId)
    if (!owner) throw new Error(`${username} has no account`)
    return device.create(await newPasskeyOptions(deps, origin, owner))
  }
  async function stored() {
    const { passkey, credential } = await created()
    const verified = await verifyNewCredential(deps, origin, userId, credential)
    await deps.db
      .insertInto('passkeys')
      .values({ ...verified, userId, name: 'Phone', createdAt: deps.clock.now() })
      .execute()
    return passkey
  }
  return {
    [`${username}'s new passkey`]: async () => ({ id: JSON.stringify((await created()).credential) }),
    [`${username}'s passkey`]: async () => {
      const id = (await stored()).id.toString('base64url')
      return { id, seen: (answer) => (answer.includes(id) ? 'open' : 'absent') }
    },
    [`${username}'s answer`]: async () => {
      const passkey = await stored()
      return { id: JSON.stringify(device.use(passkey, passkeyOptions(deps, origin))) }
    },
    [`${username}'s app`]: async () => {
      await setUpAuthenticator(deps, { id: userId, username, email: '' })
      await deps.db
        .updateTable('totpFactors')
        .set({ confirmedAt: deps.clock.now() })
        .where('userId', '=', userId)
        .execute()
      return { id: '' }
    },
  }
}
