// Shown on pages about one person who doesn't exist or whose profile is private.
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function UserNotFound() {
  return (
    <Card>
      <EmptyState
        level={1}
        post="fallen"
        title="User not found"
        action={
          <Button asChild variant="outline">
            <a href={paths.feed}>Go to your feed</a>
          </Button>
        }
      >
        This user doesn't exist or has a private profile.
      </EmptyState>
    </Card>
  )
}
