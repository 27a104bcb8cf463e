// Formats counts.

const COUNT = new Intl.NumberFormat('en-US')

/** "1,284". */
export const formatCount = (count: number): string => COUNT.format(count)

/** "1 follower", "1,284 followers". */
export const countOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
