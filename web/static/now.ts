// `web/lib/now.ts` on pages that the server renders: the time of the rendering.
export const useNow = (): number => Date.now()

export const useNowSelector = <Value extends string>(valueAt: (nowMs: number) => Value): Value =>
  valueAt(Date.now())
