// Coinbase: the transaction report, and the fills of Coinbase Advanced.
import { plainFormat } from '../../format.ts'
import { fills } from './fills.ts'
import { report } from './report.ts'

export const coinbase = plainFormat(
  { broker: 'Coinbase', slug: 'coinbase', defaults: { order: 'mdy', decimal: '.', currency: 'USD' } },
  [report, fills],
)
