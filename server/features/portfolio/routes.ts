// The own portfolio.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'

export function portfolioRoutes(serve: Serve, { db }: Deps): void {
  serve(portfolio.read, async ({ viewer }) => {
    const holdings = await db
      .selectFrom('portfolioHoldings')
      .select(['id', 'ticker', 'companyName', 'percentReturn'])
      .where('userId', '=', viewer.id)
      .orderBy('ticker')
      .execute()
    // Nobody can connect a broker yet, so nothing is live and there is no return to state.
    return { holdings, connected: false, performance: NO_PERFORMANCE }
  })
}
