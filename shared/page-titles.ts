// The titles and descriptions of the public pages that aren't about a person, for their heads and link preview
// pictures.
export const PAGE_TITLES = {
  discover: {
    title: 'Discover people by record',
    text: 'People ranked by how all their signals turned out, after we take off what luck could explain.',
  },
  log: {
    title: 'The public log',
    text: 'Every signal in the order of posting, in a log that only grows. Anyone can check it.',
  },
  method: {
    title: 'How scoring works',
    text: 'Every signal counts, losers too, at prices the author can’t pick, next to SPY over the same days.',
  },
  verify: {
    title: 'Check a signal',
    text: 'Checks a signal against the public log in your browser. No account is needed.',
  },
  rules: {
    title: 'Rules',
    text: 'Eight rules for what people post here, and what happens when somebody breaks one.',
  },
  transparency: {
    title: 'Transparency',
    text: 'What was reported and what we decided, counted from our records.',
  },
} as const
export type TitledPage = keyof typeof PAGE_TITLES

/** "$ASML, ASML Holding: signals and how they did". */
export const tickerTitle = ({ ticker, name }: { ticker: string; name: string }): string =>
  `$${ticker}${name === ticker ? '' : `, ${name}`}: signals and how they did`
