// The README.txt of a person's data export.
import { PRODUCT_NAME } from '#shared/product.ts'
import { SECTIONS } from './sections.ts'

/** Plain text with Windows line endings, which every editor supports. */
export const readme = (username: string, now: Date, hasPicture: boolean): string =>
  [
    `Your data at ${PRODUCT_NAME}`,
    '',
    `Account: ${username}`,
    `As of: ${now.toISOString()}`,
    '',
    'Each kind of data is in two files with the same content: json/<name>.json for programs, and csv/<name>.csv for',
    'spreadsheets. Times are in UTC. Amounts that end in "InCents" are US cents.',
    '',
    ...SECTIONS.map(({ name, about }) => `${name}: ${about}`),
    ...(hasPicture ? ['', 'picture.webp: your profile picture, as others see it.'] : []),
    '',
    'Not in here: your password and the secrets of your brokers’ connections, which we only store hashed or encrypted,',
    'and card numbers, which never reach us. Our payment provider Stripe has them.',
    '',
  ].join('\r\n')
