// The last 12 months of a ticker by one person, for visitors: free signals only.
import type { Statements } from '#shared/contracts/statements.ts'
import type { VisitorFrame } from '#shared/visitor-page.ts'
import { StatementsList } from '#web/features/record/statements-list.tsx'
import { PublicFrame } from './frame.tsx'

export const StatementsPage = ({ frame, list }: { frame: VisitorFrame; list: Statements }) => (
  <PublicFrame signupMode={frame.signupMode} narrow>
    <StatementsList list={list} />
  </PublicFrame>
)
