// The tree of the record's log against the vectors of RFC 6962's reference implementation, and against its definition.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_ROOT,
  leafHash,
  nodeHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from '#engine/log/merkle.ts'
import {
  appendLeaves,
  consistencyRanges,
  hashesOf,
  inclusionRanges,
  type Tile,
  tilesFor,
  unfinishedTiles,
} from '#engine/log/tree.ts'
import { runs } from '#test/test-scope.ts'

const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
/** The roots of the trees with the first 0 to 8 of these leaves (certificate-transparency, merkle tree tests). */
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** A tree in tiles, filled in batches as the sequencer does. */
class Tree {
  size = 0
  root = EMPTY_ROOT
  readonly tiles = new Map<string, Tile>()

  append(leaves: Buffer[]): void {
    const unfinished = unfinishedTiles(this.size).map((place) => this.tile(place))
    const { tiles, root } = appendLeaves(this.size, unfinished, leaves)
    for (const tile of tiles) this.tiles.set(`${tile.level}/${tile.n}`, tile)
    this.size += leaves.length
    this.root = root
  }

  hashes(ranges: Parameters<typeof tilesFor>[0]): Buffer[] {
    return hashesOf(
      ranges,
      tilesFor(ranges).map((place) => this.tile(place)),
    )
  }

  private tile({ level, n }: { level: number; n: number }): Tile {
    const tile = this.tiles.get(`${level}/${n}`)
    if (!tile) throw new Error(`There is no tile ${level}/${n}`)
    return tile
  }
}

const hashed: Buffer[] = []
const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => (hashed[from + i] ??= leafHash(Buffer.from(`entry ${from + i}`))))

test.each(ROOTS.map((root, size) => ({ root, size })))(
  'the tree with $size of the reference leaves has the reference root',
  ({ root, size }) => {
    const leaves = LEAVES.slice(0, size).map((hex) => leafHash(Buffer.from(hex, 'hex')))
    expect(rootOf(leaves).toString('hex')).toBe(root)
    const tree = new Tree()
    tree.append(leaves)
    expect(tree.root.toString('hex')).toBe(root)
  },
)

test('leaves and nodes are hashed with different first bytes', () => {
  const [left, right] = [leafHash(Buffer.from('a')), leafHash(Buffer.from('b'))]
  const plain = createHash('sha256').update(left).update(right).digest()
  expect(nodeHash(left, right)).not.toEqual(plain)
  expect(nodeHash(left, right)).not.toEqual(leafHash(Buffer.concat([left, right])))
})

describe('a tree that grows in batches of any size', () => {
  const batches = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 })

  test('has the root of its leaves, and proofs of inclusion for exactly its leaves', () => {
    fc.assert(
      fc.property(batches, fc.nat(), fc.nat(), (sizes, one, other) => {
        const tree = new Tree()
        for (const size of sizes) tree.append(numbered(tree.size, size))
        const leaves = numbered(0, tree.size)
        expect(tree.root).toEqual(rootOf(leaves))
        const [index, another] = [one % tree.size, other % tree.size]
        const proof = tree.hashes(inclusionRanges(index, tree.size))
        const leaf = leaves[index] ?? EMPTY_ROOT
        expect(verifyInclusion(index, tree.size, leaf, proof, tree.root)).toBe(true)
        if (another !== index) {
          expect(verifyInclusion(another, tree.size, leaf, proof, tree.root)).toBe(false)
          expect(verifyInclusion(index, tree.size, leaves[another] ?? EMPTY_ROOT, proof, tree.root)).toBe(
            false,
          )
        }
        expect(verifyInclusion(index, tree.size, leaf, [...proof, leaf], tree.root)).toBe(false)
        if (proof.length > 0)
          expect(verifyInclusion(index, tree.size, leaf, proof.slice(1), tree.root)).toBe(false)
      }),
      { numRuns: runs(250) },
    )
  })

  test('proves that each earlier tree is its beginning, and no other', () => {
    fc.assert(
      fc.property(batches, fc.nat(), (sizes, other) => {
        const tree = new Tree()
        const before = sizes.map((size) => {
          tree.append(numbered(tree.size, size))
          return { size: tree.size, root: tree.root }
        })
        for (const { size, root } of before) {
          const proof = tree.hashes(consistencyRanges(size, tree.size))
          expect(verifyConsistency(size, tree.size, proof, root, tree.root)).toBe(true)
          const forked = rootOf(numbered(0, size).with(other % size, leafHash(Buffer.from('rewritten'))))
          expect(verifyConsistency(size, tree.size, proof, forked, tree.root)).toBe(false)
          expect(verifyConsistency(size, tree.size, [...proof, root], root, tree.root)).toBe(false)
        }
      }),
      { numRuns: runs(250) },
    )
  })

  test('keeps its proofs where tiles of three levels begin', () => {
    const tree = new Tree()
    const SIZE = 65_536 + 300
    tree.append(numbered(0, 65_535))
    const before = { size: tree.size, root: tree.root }
    tree.append(numbered(65_535, SIZE - 65_535))
    expect(tree.root).toEqual(rootOf(numbered(0, SIZE)))
    expect([...tree.tiles.values()].map(({ level }) => level)).toContain(2)
    for (const index of [0, 255, 256, 65_535, 65_536, SIZE - 1]) {
      const proof = tree.hashes(inclusionRanges(index, SIZE))
      const [leaf = EMPTY_ROOT] = numbered(index, 1)
      expect(verifyInclusion(index, SIZE, leaf, proof, tree.root), `entry ${index}`).toBe(true)
    }
    const proof = tree.hashes(consistencyRanges(before.size, SIZE))
    expect(verifyConsistency(before.size, SIZE, proof, before.root, tree.root)).toBe(true)
  })
})

test('sizes of 0, indexes out of range and hashes of other lengths are refused', () => {
  const leaf = leafHash(Buffer.from('a'))
  expect(verifyInclusion(0, 1, leaf, [], leaf)).toBe(true)
  expect(verifyInclusion(0, 0, leaf, [], EMPTY_ROOT)).toBe(false)
  expect(verifyInclusion(1, 1, leaf, [], leaf)).toBe(false)
  expect(verifyInclusion(-1, 1, leaf, [], leaf)).toBe(false)
  expect(verifyInclusion(0.5, 1, leaf, [], leaf)).toBe(false)
  expect(verifyInclusion(0, 1, leaf.subarray(1), [], leaf.subarray(1))).toBe(false)
  expect(verifyConsistency(1, 1, [], leaf, leaf)).toBe(true)
  expect(verifyConsistency(0, 1, [], EMPTY_ROOT, leaf)).toBe(false)
  expect(verifyConsistency(2, 1, [leaf], leaf, leaf)).toBe(false)
  expect(verifyConsistency(1, 2, [Buffer.alloc(31)], leaf, leaf)).toBe(false)
  expect(() => nodeHash(leaf, Buffer.alloc(33))).toThrow('32 bytes')
})

test('an incomplete tile is reported', () => {
  const tree = new Tree()
  tree.append(numbered(0, 300))
  const ranges = inclusionRanges(299, 300)
  expect(() => hashesOf(ranges, [])).toThrow(/Tile \d+ of level \d+ has fewer than \d+ hashes/)
  expect(() => appendLeaves(300, [], numbered(300, 1))).toThrow("doesn't end before")
})
