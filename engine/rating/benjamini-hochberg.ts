// Finds the highest p that counts as likely skill, given the number of records (false discovery rate).
import { SKILL } from './method.ts'

/**
 * The highest p, at most 1 %: the largest k-th smallest p that is at most 10 % · k / `family`, 0 if there is none.
 * Records of the family that aren't in `ps` count as 1. Source: Benjamini and Hochberg, "Controlling the False
 * Discovery Rate", Journal of the Royal Statistical Society B 57 (1995).
 */
export function skillCutoff(ps: readonly number[], family: number): number {
  const sorted = ps.toSorted((a, b) => a - b)
  const last = sorted.findLast((p, place) => p <= (SKILL.falseDiscoveries * (place + 1)) / family)
  return Math.min(last ?? 0, SKILL.p)
}
