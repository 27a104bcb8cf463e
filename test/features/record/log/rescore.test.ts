// rescore.py and the engine compute the same board from random histories, in every bit.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Board, boardOf } from '#engine/rating/board.ts'
import type { LogEntry } from '#engine/rating/books.ts'
import { BEFORE_THE_FIRST, monthEnds, nextMonthEnd } from '#engine/rating/likely-skill.ts'
import { marketOf, marketWeeks } from '#engine/rating/market.ts'
import { marketSumsOf } from '#engine/rating/market-sums.ts'
import { listedMonkeys } from '#engine/rating/monkey-tests.ts'
import { tradingDays } from '#engine/rating/trading-days.ts'
import { noteKey } from '#engine/log/note.ts'
import { boardJson } from '#test/engine/rating/board-json.ts'
import { boardInput, madeUpHistory, type MadeUpHistory } from '#test/engine/rating/made-up-history.ts'
import { isFull, runs, runSeed } from '#test/test-scope.ts'
import { bytesOf, type MadeUp, ORIGIN, serveEpochs } from './made-up-log.ts'
import { hasPython } from './run-python.ts'

const SCRIPT = resolve('server/features/record/log/rescore.py')

// The program is for strangers' machines; ours need no Python.
describe.skipIf(!hasPython)('rescore.py', () => {
  let folder: string
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'signalpost-rescore-'))))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      execFile('python3', [SCRIPT, ...args], { maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
        done({ code: error ? 1 : 0, output: stdout + stderr }),
      )
    })
  async function save(content: object, name = 'history.json'): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify(content))
    return path
  }
  const rescore = async (...args: string[]) => JSON.parse((await run(...args)).output) as unknown

  test('is a program of fewer than 400 lines that needs only Python’s standard library', () => {
    const text = readFileSync(SCRIPT, 'utf8')
    expect(text.split('\n').length).toBeLessThanOrEqual(400)
    expect(text.match(/^(import|from) .*/gm)).toHaveLength(4)
  })

  const SHAPES = [
    { days: 180, shares: 30, authors: 5, posts: 60 },
    { days: 330, shares: 25, authors: 3, posts: 150, hasRoot: true },
    { days: 90, shares: 30, authors: 4, posts: 30 },
    { days: 420, shares: 30, authors: 4, posts: 110 },
  ]
  const histories = Array.from(
    { length: runs(20) },
    (_, at) => [runSeed + at, SHAPES[at % SHAPES.length]] as const,
  )
  test.each(histories)('computes what the engine does from history %d', async (seed, shape) => {
    if (!shape) return
    const made = madeUpHistory(seed, shape)
    expect(await rescore(await save(made), '--exact')).toEqual(boardJson(boardOf(boardInput(made))))
  })

  /** The same entries, with the last half in a second epoch after two lost ones. */
  async function serveLost(made: MadeUpHistory) {
    const half = made.log.length >> 1
    const first = half + 2
    const renumbered = (index: number) => (index < half ? index : index + 3)
    const log = made.log.map((entry): LogEntry => ({
      ...entry,
      index: renumbered(entry.index),
      ...(entry.of !== undefined && { of: renumbered(entry.of) }),
    }))
    const entries = bytesOf(log.map((entry): MadeUp => ({ ...entry, signal: '' })))
    const seam = bytesOf([{ kind: 'continues', size: first }])
    const [old, next] = [noteKey(ORIGIN, Buffer.alloc(32, 1)), noteKey(`${ORIGIN}/2`, Buffer.alloc(32, 2))]
    const epochs = [entries.slice(0, half), [...seam, ...entries.slice(half)]] as const
    const served = await serveEpochs(epochs, { first, signers: [old], next })
    const { asOf, days, prices } = made
    served.instead.set('/log/exchange-days.json', JSON.stringify({ asOf, days }))
    for (const [ticker, rows] of Object.entries({ ...prices, NONE: [] }))
      served.instead.set(`/log/prices/${ticker}.json`, JSON.stringify(rows))
    return { served, made: { ...made, log } }
  }

  test('reads a log that was continued after a restored backup, and prices, from a server', async () => {
    const { served, made } = await serveLost(
      madeUpHistory(runSeed, { days: 180, shares: 12, authors: 3, posts: 60 }),
    )
    try {
      const board = boardJson(boardOf(boardInput(made)))
      // The made-up log has no stamped days, so no month has a seed.
      expect(await rescore(served.address, '--exact')).toEqual({ ...board, likelySkill: [] })
      const higher = { ...made, prices: { ...made.prices, SAA: made.prices['SAB'] ?? [] } }
      const prices = await save(higher.prices, 'prices.json')
      expect(await rescore(served.address, '--exact', `--prices=${prices}`)).toEqual({
        ...boardJson(boardOf(boardInput(higher))),
        likelySkill: [],
      })
      // A server that leaves out an entry is refused.
      served.instead.set('/log/1/checkpoint', 'made-up.test/log\n1\nAAAA\n')
      expect((await run(served.address)).output).toContain("don't have the root of its checkpoint")
    } finally {
      served.close()
    }
  })

  test('gives the badges of month-ends, and explains one author’s figures', async () => {
    // In this history a0 gets a badge at the end of March.
    const made = madeUpHistory(3, { days: 170, shares: 330, authors: 4, posts: 150 })
    const ends = monthEnds('2026-08-03', made.asOf)
    const path = await save({
      ...made,
      roots: Object.fromEntries(ends.map((end) => [end.slice(0, 7), seedOf(end)])),
    })
    const { holders, board, end } = badgesOf(made, ends)
    expect([...holders]).toEqual(['a0/open'])
    // A thousand monkeys take half a minute in Python.
    const options = isFull ? ['--exact', '--monkeys'] : ['--exact']
    expect(await rescore(path, ...options)).toMatchObject({
      likelySkill: ['a0/open'],
      ...(isFull && { monkeys: monkeysOf(made, board, end) }),
    })
    const { output } = await run(path, '--person=a0')
    expect(output).toMatch(/^a0\/open\n {2}entry \d+: (buy|sell) S\w\w, .* of a place, 2026-/)
    expect((await run(path, '--person=nobody')).output).toContain('The log has no record of this author')
    const table = await run(await save(made), '--table')
    expect(table.output).toMatch(/rated records are at least 1 % a year ahead/)
    expect(table.code).toBe(0)
  })
})

const seedOf = (end: string) => `root of ${end.slice(0, 7)}`

function badgesOf(made: MadeUpHistory, ends: readonly string[]) {
  let state = BEFORE_THE_FIRST
  let board: Board | null = null
  let last = ''
  for (const end of ends) {
    const now = boardOf({ ...boardInput(made), asOf: end, root: seedOf(end) })
    const isAhead = (id: string) => (now.records.find((one) => one.id === id)?.recentMean ?? 0) > 0
    const candidates = [...now.monkeys.keys()]
    state = nextMonthEnd(
      state,
      { listed: now.listed, candidates, isAhead },
      (id) => now.monkeys.get(id) ?? null,
    )
    ;[board, last] = [now, end]
  }
  if (!board) throw new Error('No month has ended')
  return { holders: state.holders, board, end: last }
}

function monkeysOf(made: MadeUpHistory, board: Board, end: string): number {
  const { prices, days } = boardInput(made)
  const market = marketOf(tradingDays(days), (ticker) => prices[ticker] ?? [])
  const rated = board.records.filter(({ missing, figures }) => missing.length === 0 && figures !== null)
  const universe = [
    ...new Set(board.records.flatMap(({ positions }) => positions.map(({ ticker }) => ticker))),
  ].toSorted()
  return listedMonkeys(rated, {
    market,
    sums: marketSumsOf(marketWeeks(market)),
    seed: seedOf(end),
    universe,
  })
}
