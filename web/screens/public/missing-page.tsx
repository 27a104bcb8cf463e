// The page where nothing is: the same for what doesn't exist and for what visitors may not see.
import type { VisitorFrame, VisitorPage } from '#shared/visitor-page.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PublicFrame } from './frame.tsx'

type What = Extract<VisitorPage, { kind: 'missing' | 'missing-embed' }>['what']

export const MISSING: Record<What, { title: string; text: string }> = {
  person: { title: 'User not found', text: "This user doesn't exist or has a private profile." },
  signal: {
    title: 'Signal not found',
    text: "This signal doesn't exist, is for subscribers, or belongs to a private profile.",
  },
  ticker: { title: 'Ticker not found', text: 'No company, fund or index of this symbol is known.' },
  page: { title: 'Page not found', text: 'This page doesn’t exist or has moved.' },
}

export const MissingPage = ({ frame, what }: { frame: VisitorFrame; what: What }) => (
  <PublicFrame signupMode={frame.signupMode} narrow>
    <Card>
      <EmptyState
        level={1}
        post="fallen"
        title={MISSING[what].title}
        action={
          <Button asChild variant="outline">
            <a href={paths.discover}>Discover people by record</a>
          </Button>
        }
      >
        {MISSING[what].text}
      </EmptyState>
    </Card>
  </PublicFrame>
)
