// The example on /method. test/features/record/log/worked-example.test.ts calculates its figures with the server's own code.

/** A buy of a made-up share, with the horizon "days", five minutes before a close. Prices in US dollars, growth with 8 decimals. */
export const EXAMPLE = {
  postedAt: '2026-03-02T20:55:00.000Z',
  horizon: 'days',
  entryDay: '2026-03-03',
  entryClose: '100.00',
  entryIndex: '600.00',
  days: [
    { day: '2026-03-04', close: '102.00', dividend: '0', ratio: '1', growth: '1.02000000', index: '603.00' },
    {
      day: '2026-03-05',
      close: '101.00',
      dividend: '0.50',
      ratio: '1',
      growth: '0.99509804',
      index: '601.50',
    },
    { day: '2026-03-06', close: '51.00', dividend: '0', ratio: '2', growth: '1.00990099', index: '604.50' },
    { day: '2026-03-09', close: '52.50', dividend: '0', ratio: '1', growth: '1.02941176', index: '606.00' },
    { day: '2026-03-10', close: '53.55', dividend: '0', ratio: '1', growth: '1.02000000', index: '609.00' },
  ],
  exitReason: 'horizon',
  return: '0.07630198',
  benchmark: '0.01500000',
  excess: '0.06130198',
} as const
