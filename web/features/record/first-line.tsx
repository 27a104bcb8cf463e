// The first line of a record: how many positions from how many signals, each leading to its list or its rule.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { paths } from '#web/paths.ts'
import { firstLine } from './format.ts'

const LINK =
  'rounded-badge underline decoration-line-strong decoration-dotted underline-offset-[0.2em] hover:decoration-solid'

export function FirstLine({ record }: { record: PersonRecord }) {
  const [, positions, signals, rest] = /^(.+?) from (.+? signals?)(.*)$/.exec(firstLine(record)) ?? []
  return (
    <>
      <a href={`${paths.method}?rule=positions`} className={LINK}>
        {positions}
      </a>{' '}
      from{' '}
      <a href={`${paths.record(record.username)}?show=all`} className={LINK}>
        {signals}
      </a>
      {rest}
    </>
  )
}
