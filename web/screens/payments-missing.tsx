// Stands on the addresses that need payments until this build has them, and says so.
import { TopHeader } from '#web/features/users/top-header.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Column } from '#web/ui/page.tsx'

export function PaymentsMissing({ title, children }: { title: string; children: string }) {
  return (
    <>
      <TopHeader back />
      <Column>
        <Card>
          <EmptyState
            level={1}
            title={title}
            action={
              <Button asChild variant="outline">
                <a href={paths.feed}>Go to your feed</a>
              </Button>
            }
          >
            {children}
          </EmptyState>
        </Card>
      </Column>
    </>
  )
}
