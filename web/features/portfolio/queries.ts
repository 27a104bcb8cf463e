// The own portfolio as server data.
import { useQuery } from '@tanstack/react-query'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/query-keys.ts'

export const usePortfolio = () => useQuery({ queryKey: keys.portfolio, queryFn: () => call(portfolio.read) })
