// A picture that was taken off a profile is not kept: its address would go on showing it to whoever knows it.
import type { Deps } from '#server/deps.ts'
import { keyOfPicture } from '#server/features/uploads/rules.ts'

/** `address` is the one the profile had; nothing happens to pictures that are not stored here. Throws nothing. */
export async function forgetPicture(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  address: string | null,
): Promise<void> {
  const key = keyOfPicture(address)
  if (key === null) return
  // The profile shows it no more either way.
  await storage.remove(key).catch((error: unknown) => {
    log.warn({ key, error: String(error) }, 'a picture that was taken off could not be removed')
  })
}
