// The demo creators' plans and prices.
import type { Ago } from './time-ago.ts'

export type DemoPlan = {
  /** When the plan began. */
  since: Ago
  /** The first price, in US cents a month; null before payouts are set up. */
  priceCents: number | null
  /** A later price. Existing subscribers keep theirs. */
  raised?: { at: Ago; toCents: number }
  /** When the plan was canceled. Creator Mode ended with the paid month. */
  canceled?: Ago
}

/** By username. */
export const demoPlans = {
  maya: { since: [12, 20], priceCents: 900, raised: { at: [5, 15], toCents: 1200 } },
  theo: { since: [8, 6], priceCents: 500 },
  desmond: { since: [6, 22], priceCents: 2000 },
  lucia: { since: [6, 12], priceCents: 2500 },
  greta: { since: [6, 3], priceCents: 600 },
  quietquant: { since: [5, 27], priceCents: 1800 },
  sunniva: { since: [5, 19], priceCents: 900 },
  naoko: { since: [5, 9], priceCents: 1000 },
  kwame: { since: [5, 2], priceCents: 1500 },
  priya: { since: [4, 28], priceCents: 3000 },
  freya: { since: [4, 24], priceCents: 1199 },
  tinycaps: { since: [4, 16], priceCents: 800 },
  ivy: { since: [4, 7], priceCents: 500 },
  pixelpence: { since: [4, 2], priceCents: 750 },
  oldharbor: { since: [7, 10], priceCents: 700, canceled: [2, 5] },
  marta: { since: [16, 20], priceCents: 2000 },
  castellanos: { since: [10, 16], priceCents: 900 },
  sofia_m: { since: [10, 12], priceCents: 1000 },
  pemba_s: { since: [10, 18], priceCents: 500 },
  wei_l: { since: [10, 10], priceCents: 900 },
  noah_w: { since: [10, 14], priceCents: 700, canceled: [4, 2] },
  jonas: { since: [0, 5], priceCents: null },
} satisfies Record<string, DemoPlan>
