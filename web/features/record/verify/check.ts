// The result of one check, in words.

/** `none`: there is nothing to compare with, or the browser can't. */
export type Check = { state: 'ok' | 'fault' | 'none'; title: string; detail: string }

export const ok = (title: string, detail: string): Check => ({ state: 'ok', title, detail })
export const fault = (title: string, detail: string): Check => ({ state: 'fault', title, detail })
export const none = (title: string, detail: string): Check => ({ state: 'none', title, detail })
