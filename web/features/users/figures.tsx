// The three figures of a person: followers, following and performance.
import type { User } from '#shared/contracts/users.ts'
import type { Performance } from '#shared/rules/performance.ts'
import type { Fact } from '#web/ui/facts.tsx'
import { PerformanceFigure } from '#web/ui/performance-figure.tsx'

const count = new Intl.NumberFormat('en-US')

export function figuresOf(person: Pick<User, 'followersCount' | 'followingCount'> & Performance): Fact[] {
  return [
    { label: 'Followers', value: count.format(person.followersCount) },
    { label: 'Following', value: count.format(person.followingCount) },
    { label: 'Performance', value: <PerformanceFigure of={person} /> },
  ]
}
