// The result of one check, in words.
import { WrongTile } from './merkle.ts'

/** `none`: there is nothing to compare with, or the browser can't check it. */
export type Check = { state: 'ok' | 'fault' | 'none'; title: string; detail: string }

export const ok = (title: string, detail: string): Check => ({ state: 'ok', title, detail })
export const fault = (title: string, detail: string): Check => ({ state: 'fault', title, detail })
export const none = (title: string, detail: string): Check => ({ state: 'none', title, detail })

export const count = (n: number) => n.toLocaleString('en-US')

export const WRONG_TILE = 'The log shows tiles that aren’t in the tree that it signs.'

/** Returns `meaning` if a tile is wrong, and rethrows any other error. */
export const ifWrongTile =
  <T>(meaning: T) =>
  (error: unknown): T => {
    if (error instanceof WrongTile) return meaning
    throw error
  }
