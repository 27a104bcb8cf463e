// How many people came through a person's public page.
import { formatCount } from '#shared/rules/numbers.ts'

/** "12 people joined from your page." */
export const joinedText = (count: number): string =>
  `${count === 1 ? '1 person' : `${formatCount(count)} people`} joined from your page.`
