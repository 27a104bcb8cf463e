// The page for missing content: the same if it doesn't exist and if visitors may not see it.
import type { VisitorFrame, VisitorPage } from '#shared/visitor-page.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { PublicFrame } from './frame.tsx'
import { SearchForm } from './search-form.tsx'

type What = Extract<VisitorPage, { kind: 'missing' | 'missing-embed' }>['what']

export const MISSING: Record<What, { title: string; text: string }> = {
  person: { title: 'User not found', text: "This user doesn't exist or has a private profile." },
  signal: {
    title: 'Signal not found',
    text: "This signal doesn't exist, is for subscribers, or belongs to a private profile.",
  },
  ticker: { title: 'Ticker not found', text: 'We don’t know any company, fund or index with this symbol.' },
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
          <div className="grid w-full max-w-96 justify-items-center gap-4">
            <SearchForm />
            <TextLink href={paths.discover}>Discover people by record</TextLink>
          </div>
        }
      >
        {MISSING[what].text}
      </EmptyState>
    </Card>
  </PublicFrame>
)
