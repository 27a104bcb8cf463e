// The exchange days on which a share traded, prepared for lookups by thousands of positions.
import { STOPPED_DAYS } from './method.ts'

export type TradedDays = {
  /** The first place from this one on with a close, -1 if none is known yet. */
  nextTraded: (place: number) => number
  /** The first place after this one at which the share hadn't traded for 21 exchange days, -1 if there is none. */
  stoppedAfter: (place: number) => number
  /** The place of a delisted share's final value, -1 if there is none. No position can enter there. */
  final: number
}

/** `known`: the number of days that have closed. */
export function tradedDays(hasClose: (place: number) => boolean, final: number, known: number): TradedDays {
  const next = new Int32Array(known).fill(-1)
  const stops = new Int32Array(known).fill(-1)
  for (let place = known - 1, traded = -1, stop = -1; place >= 0; place -= 1) {
    if (hasClose(place) && place !== final) {
      // A gap after this close counts if it is long enough. Before a final value there are no gaps.
      const end = traded !== -1 ? traded : final !== -1 ? place : known
      if (end - place > STOPPED_DAYS) stop = place + STOPPED_DAYS
      traded = place
    }
    next[place] = traded
    stops[place] = stop
  }
  return {
    nextTraded: (place) => next[place] ?? -1,
    stoppedAfter: (place) => stops[place] ?? -1,
    final,
  }
}
