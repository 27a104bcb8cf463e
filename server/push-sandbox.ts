// Starts the push sandbox in this process, unless real keys are set.
import { join } from 'node:path'
import type { PushSandbox } from '#tools/sandbox/push/open.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'

/** Null with real keys, and then the sandbox's code isn't loaded. `loopbackUrl`: where this process reaches itself. */
export async function openPushSandbox(
  { push, dataDir }: Pick<Config, 'push' | 'dataDir'>,
  clock: Pick<Clock, 'now'>,
  loopbackUrl: () => string,
): Promise<PushSandbox | null> {
  if (!push.hasSandbox) return null
  const { openPushSandbox: open } = await import('#tools/sandbox/push/open.ts')
  return open({
    file: join(dataDir, 'push-sandbox.jsonl'),
    baseUrl: () => `${loopbackUrl()}/sandbox/push`,
    now: () => clock.now(),
  })
}
