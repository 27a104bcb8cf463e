// The errors of settings, for tests.
import { readConfig } from '#server/config.ts'
import { SettingsError } from '#server/settings.ts'

/** The errors of a start with these settings, as sentences; empty if it can start. */
export function settingsErrors(settings: Record<string, string>): string[] {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
}
