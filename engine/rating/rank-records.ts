// Orders rated records for the board, and finds those whose lead is unlikely to be luck.
import { skillCutoff } from './benjamini-hochberg.ts'
import { COUNTED_TRADES, LISTED_LOW, SKILL } from './method.ts'
import type { Figures } from './regression.ts'

/** The inputs of the ranking, for every record that ever began, including ended, private and deleted ones. */
export type Ratable = {
  id: string
  trades: number
  /** The record reaches all minimum counts and has figures. */
  isRated: boolean
  isActive: boolean
  figures: Pick<Figures, 'p' | 't' | 'lowYear' | 'weeks'> | null
  recentMean: number | null
}

export type Ranking = {
  /** The number of records that could have succeeded by luck (`COUNTED_TRADES`). */
  family: number
  rated: number
  cutoff: number
  /** The ids on the board, in order. */
  listed: string[]
  /** The ids of the listed records that the monkey test is for. */
  candidates: string[]
}

/** A rated record. */
export type Rated = Pick<Ratable, 'id' | 'isActive' | 'recentMean'> & NonNullable<Ratable['figures']>

export function rankRecords(records: readonly Ratable[]): Ranking {
  const rated = records.flatMap(({ isRated, figures, trades: _trades, ...record }) =>
    isRated && figures ? [{ ...record, ...figures }] : [],
  )
  const family = records.filter(({ trades }) => trades >= COUNTED_TRADES).length
  return { family, rated: rated.length, ...rankRated(rated, family) }
}

/** `rated`: at least all with a p up to `CONTENDING_P`. Others are never listed and don't change the cutoff. */
export function rankRated(
  rated: readonly Rated[],
  family: number,
): Pick<Ranking, 'cutoff' | 'listed' | 'candidates'> {
  const cutoff = skillCutoff(
    rated.map(({ p }) => p),
    Math.max(1, family),
  )
  const listed = rated
    .filter(({ isActive, lowYear }) => isActive && lowYear >= LISTED_LOW)
    .toSorted((a, b) => a.p - b.p || b.t - a.t || (a.id < b.id ? -1 : 1))
  const isCandidate = ({ weeks, p, recentMean }: Rated) =>
    weeks >= SKILL.weeks && p <= cutoff && (recentMean ?? 0) > 0
  return {
    cutoff,
    listed: listed.map(({ id }) => id),
    candidates: listed.filter(isCandidate).map(({ id }) => id),
  }
}

/** The low end of a listed record is above zero, so its p is below 5 %. The cutoff never exceeds this value. */
export const CONTENDING_P = SKILL.falseDiscoveries
