// The Merkle tree of RFC 6962, section 2.1, with SHA-256: its hashes, and how to verify its two kinds of proofs.
import { createHash } from 'node:crypto'

/** The length of a hash, in bytes. */
export const HASH_BYTES = 32

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** A prefix keeps leaves and nodes apart (RFC 6962, section 2.1). */
const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/** The hash of an entry's bytes. */
export const leafHash = (bytes: Uint8Array): Buffer => sha256(LEAF, bytes)

/** The hash of the node above two hashes. Throws `RangeError` if one isn't 32 bytes long. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES)
    throw new RangeError('A tree hash must have 32 bytes')
  return sha256(NODE, left, right)
}

/** The root of an empty tree. */
export const EMPTY_ROOT: Buffer = sha256()

/** The root of the tree with these leaf hashes, in order. */
export function rootOf(hashes: readonly Uint8Array[]): Buffer {
  const [only] = hashes
  if (only === undefined) return EMPTY_ROOT
  if (hashes.length === 1) return Buffer.from(only)
  const split = largestPowerOfTwoBelow(hashes.length)
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
}

export const isPowerOfTwo = (size: number): boolean =>
  size === 1 || (size > 1 && size === 2 * largestPowerOfTwoBelow(size))

/** The largest power of two smaller than `size`, at which the tree splits. `size` is at least 2. */
export function largestPowerOfTwoBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/**
 * Whether `proof` shows that the leaf with this hash has this index in the tree with `size` leaves and the root `root`
 * (RFC 9162, section 2.1.3.2). False if a size is 0, an index is out of range or a hash isn't 32 bytes long.
 */
export function verifyInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!areSizes(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return false
  if (!areHashes(leaf, root, ...proof)) return false
  let hash: Buffer = Buffer.from(leaf)
  let node = index
  let last = size - 1
  for (const part of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(part, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(hash, part)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && hash.equals(root)
}

/**
 * Whether `proof` shows that the tree with `size1` leaves and `root1` is the beginning of the one with `size2` and
 * `root2` (RFC 9162, section 2.1.4.2). False if a size is 0, `size1` is the larger one or a hash isn't 32 bytes long.
 */
export function verifyConsistency(
  size1: number,
  size2: number,
  proof: readonly Uint8Array[],
  root1: Uint8Array,
  root2: Uint8Array,
): boolean {
  if (!areSizes(size1, size2) || size1 > size2 || !areHashes(root1, root2, ...proof)) return false
  if (size1 === size2) return proof.length === 0 && Buffer.from(root1).equals(root2)
  // The root of a full first tree is itself a node of the second, so the proof leaves it out.
  const [first, ...rest] = isPowerOfTwo(size1) ? [root1, ...proof] : proof
  if (first === undefined) return false
  let node = size1 - 1
  let last = size2 - 1
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  let hash1: Buffer = Buffer.from(first)
  let hash2: Buffer = Buffer.from(first)
  for (const part of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash1 = nodeHash(part, hash1)
      hash2 = nodeHash(part, hash2)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash2 = nodeHash(hash2, part)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && hash1.equals(root1) && hash2.equals(root2)
}

/** Avoids bit shifts, which overflow from 2³¹ on. */
const half = (n: number) => Math.floor(n / 2)
const areSizes = (...sizes: number[]) => sizes.every((size) => Number.isSafeInteger(size) && size > 0)
const areHashes = (...hashes: readonly Uint8Array[]) => hashes.every((hash) => hash.length === HASH_BYTES)
