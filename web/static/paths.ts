// `web/paths.ts` on pages that the server renders for visitors: each link leads to a page that they can read.
import { paths as appPaths } from '../paths.ts'
import { publicPaths } from '../public-paths.ts'

export const paths: typeof appPaths = {
  ...appPaths,
  ticker: publicPaths.ticker,
  profile: publicPaths.person,
  record: publicPaths.person,
  signal: publicPaths.signal,
  statements: publicPaths.statements,
}
