// Does something soon, but not in the same moment as every other open page, and only once somebody looks.

const [AT_LEAST_MS, SPREAD_MS] = [200, 800]

/** `ask` may be called as often as one likes in the meantime; `stop` forgets what was asked. */
export function unhurried(act: () => void): { ask(): void; stop(): void } {
  let timer: number | undefined
  let isWaitingToBeSeen = false
  const isSeen = () => document.visibilityState === 'visible'

  function onVisibilityChange() {
    if (!isWaitingToBeSeen || !isSeen()) return
    isWaitingToBeSeen = false
    act()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  return {
    ask() {
      timer ??= window.setTimeout(
        () => {
          timer = undefined
          if (isSeen()) act()
          else isWaitingToBeSeen = true
        },
        AT_LEAST_MS + Math.random() * SPREAD_MS,
      )
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}
