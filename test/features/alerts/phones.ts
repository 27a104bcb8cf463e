// Devices that subscribe to push at the sandbox.
import { push, type PushDevice } from '#shared/contracts/push.ts'
import type { Browser, TestServer } from '#test/server.ts'
import type { Behavior } from '#tools/sandbox/push/store.ts'

/** Subscribes a browser to push. `shows`: what the device showed, newest last. `behaves`: how its push service answers. */
export async function addPhone(server: TestServer, browser: Browser, options: { showsText?: boolean } = {}) {
  const key = await browser.call(push.key)
  const { endpoint, keys, id } = server.phones.subscribe(key.publicKey)
  const device: PushDevice = await browser.call(push.addDevice, {
    body: { endpoint, keys, number: key.number, ...options },
  })
  return {
    device,
    endpoint,
    keys,
    behaves: (behavior: Behavior) => server.phones.store.behave(id, behavior),
    shows: () =>
      server.phones.store.messages
        .filter(({ subscription }) => subscription === id)
        .map(({ payload, ...rest }) => ({
          ...rest,
          ...(
            JSON.parse(payload) as {
              notification: { title: string; body: string; tag: string; navigate: string }
            }
          ).notification,
        })),
  }
}

/** Waits until all signals are in the timelines, because push starts after that. */
export async function untilDelivered({ deps }: TestServer): Promise<void> {
  for (;;) {
    const { length } = await deps.db.selectFrom('deliveries').select('signalId').execute()
    if (length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
