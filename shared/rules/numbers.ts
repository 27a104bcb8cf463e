// Formats counts.

const COUNT = new Intl.NumberFormat('en-US')

/** "1,284". */
export const formatCount = (count: number): string => COUNT.format(count)
