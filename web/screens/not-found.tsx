// The page for unknown addresses (spec section 2).
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Column } from '#web/ui/page.tsx'

export function NotFound() {
  useTitleAndFocus('Page not found')
  return (
    <Column>
      <Card>
        <EmptyState
          level={1}
          post="fallen"
          title="404 Page Not Found"
          action={
            <Button asChild variant="outline">
              <a href={paths.feed}>Go to your feed</a>
            </Button>
          }
        >
          <p>Did you forget to add the page to the router?</p>
          <p>This page doesn’t exist or has moved.</p>
        </EmptyState>
      </Card>
    </Column>
  )
}
