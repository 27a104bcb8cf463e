// OFX: the list of securities, which maps a file's CUSIPs to symbols.
import { quoted, RowError } from '../../file-errors.ts'
import { optionOf, occSymbol, SHARES_PER_CONTRACT } from '../../options.ts'
import { companyNameOf, symbolOf } from '../../symbols.ts'

type Listed = {
  ticker: string
  name: string
  option?: { underlying: string; expiry: string; side: string; strike: string; shares: number }
}
export type Security = { symbol: string; companyName: string | null; units: number; isCash: boolean }
export type Securities = ReturnType<typeof securities>

/** Funds in which brokers keep an account's cash, at a dollar a share: money, not shares. */
const CASH_FUNDS = /^(VMFXX|VMRXX|VUSXX|SPAXX|FDRXX|FZFXX|FDLXX|FCASH|SPRXX)$/
const MONEY_MARKET = /\bmoney (market|mkt)\b/i

/** Collected while the file is read, because the list comes after the transactions. */
export function securities() {
  const listed = new Map<string, Listed>()
  return {
    add(of: (name: string) => string): void {
      const isOption = of('KIND') === 'OPTINFO'
      listed.set(of('UNIQUEID'), {
        ticker: of('TICKER'),
        name: of('SECNAME'),
        ...(isOption && {
          option: {
            underlying: of('TICKER').split(' ')[0] ?? '',
            expiry: of('DTEXPIRE').slice(2, 8),
            side: of('OPTTYPE').slice(0, 1).toUpperCase(),
            strike: of('STRIKEPRICE'),
            shares: Number(of('SHPERCTRCT')) || SHARES_PER_CONTRACT,
          },
        }),
      })
    },
    /**
     * A security without a ticker keeps its number. `memo` names an option that the list doesn't describe. Throws
     * `RowError` for a security without a name and an option without terms.
     */
    named(id: string, { isOption = false, memo = '' } = {}): Security {
      const { ticker = '', name = '', option } = listed.get(id) ?? {}
      if (ticker === '' && id === '') throw new RowError('The security has neither a symbol nor a number.')
      const companyName = companyNameOf(name)
      if (option || isOption) {
        const { underlying, expiry, side, strike, shares = SHARES_PER_CONTRACT } = option ?? {}
        const symbol =
          [ticker, id, name, memo].map(optionOf).find((one) => one !== null) ??
          occSymbol(underlying, expiry, side, strike)
        if (!symbol)
          throw new RowError(`${quoted(name || memo || ticker || id)} isn’t an option that can be read.`)
        return { symbol, companyName, units: shares, isCash: false }
      }
      const symbol = symbolOf(ticker || id)
      return {
        symbol,
        companyName,
        units: 1,
        isCash: CASH_FUNDS.test(symbol) || MONEY_MARKET.test(name),
      }
    },
  }
}
