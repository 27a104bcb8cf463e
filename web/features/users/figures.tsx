// The three figures of a person: followers, following and performance.
import type { User } from '#shared/contracts/users.ts'
import { directionOf, NO_PERFORMANCE } from '#shared/rules/percent.ts'
import type { Fact } from '#web/ui/facts.tsx'

const count = new Intl.NumberFormat('en-US')
const TONE: Record<ReturnType<typeof directionOf>, NonNullable<Fact['tone']>> = {
  gain: 'gain',
  loss: 'loss',
  flat: 'plain',
}

type Figures = Pick<User, 'followersCount' | 'followingCount' | 'performance' | 'performanceFrom'>

export function figuresOf(person: Figures): Fact[] {
  const performance = person.performance || NO_PERFORMANCE
  return [
    { label: 'Followers', value: count.format(person.followersCount) },
    { label: 'Following', value: count.format(person.followingCount) },
    // Drawn with a real minus; on the wire it is a hyphen.
    {
      label: (
        <>
          <span className="block">Performance</span>
          {person.performanceFrom === 'sample' && (
            <span className="block text-caption text-caution">Sample data</span>
          )}
          {person.performanceFrom === 'none' && (
            <span className="block text-caption text-ink-3">No portfolio yet</span>
          )}
        </>
      ),
      value: performance.replace('-', '−'),
      tone: TONE[directionOf(performance)],
    },
  ]
}
