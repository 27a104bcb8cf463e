// Reads from an ELF file what its loader needs: libraries, versions of their symbols, and the paths to search.
// The layout is described in elf(5) and the System V ABI (gABI 4.1, chapters 4 and 5), symbol versions in the Linux
// Standard Base Core Specification 5.0, section 10.7. Only 64-bit little-endian files are supported.

/** Reads `length` bytes at `offset`; fewer at the end of the file. */
export type Read = (offset: number, length: number) => Buffer

export type Elf = {
  /** `e_machine`: the processor architecture. */
  machine: number
  /** The loader that starts it; only executables name one. */
  interpreter: string | undefined
  /** The name under which other binaries ask for this library. */
  soname: string | undefined
  needed: string[]
  /** The paths that are searched for its libraries first; `$ORIGIN` is its own directory. */
  runPaths: string[]
  /** The symbol versions that it needs from each library, such as `GLIBC_2.36`. */
  versions: { library: string; version: string }[]
}

const MAGIC = Buffer.from('\x7fELF', 'latin1')
const CLASS_64 = 2
const LITTLE_ENDIAN = 1
const SEGMENT = { load: 1, dynamic: 2, interpreter: 3 }
const TAG = {
  needed: 1,
  stringTable: 5,
  stringSize: 10,
  soname: 14,
  rpath: 15,
  runPath: 29,
  versions: 0x6ffffffe,
  versionCount: 0x6fffffff,
}

/** Returns undefined for a file that isn't ELF, or has another word size or byte order. */
export function readElf(read: Read): Elf | undefined {
  const head = read(0, 64)
  if (head.length < 64 || !head.subarray(0, 4).equals(MAGIC)) return undefined
  if (head[4] !== CLASS_64 || head[5] !== LITTLE_ENDIAN) return undefined
  const segments = segmentsOf(head, read)
  const interpreter = segments.find(({ type }) => type === SEGMENT.interpreter)
  const dynamic = segments.find(({ type }) => type === SEGMENT.dynamic)
  const entries = dynamic ? entriesOf(read(dynamic.offset, dynamic.size)) : []
  const all = (tag: number) => entries.filter((entry) => entry.tag === tag).map(({ value }) => value)
  /** The dynamic section contains memory addresses; the load segments map them to offsets in the file. */
  const inFile = (address: number) => {
    const segment = segments.find(
      ({ type, start, size }) => type === SEGMENT.load && address >= start && address < start + size,
    )
    if (!segment) throw new Error(`No segment contains the address ${address}`)
    return address - segment.start + segment.offset
  }
  const [table, size] = [all(TAG.stringTable)[0], all(TAG.stringSize)[0]]
  const strings = table === undefined ? Buffer.alloc(0) : read(inFile(table), size ?? 0)
  const named = (tag: number) => all(tag).map((at) => textAt(strings, at))
  const [versions] = all(TAG.versions)
  return {
    machine: head.readUInt16LE(18),
    interpreter: interpreter && textAt(read(interpreter.offset, interpreter.size), 0),
    soname: named(TAG.soname)[0],
    needed: named(TAG.needed),
    runPaths: [...named(TAG.rpath), ...named(TAG.runPath)].flatMap((paths) => paths.split(':')),
    versions:
      versions === undefined
        ? []
        : versionsAt(inFile(versions), all(TAG.versionCount)[0] ?? 0, strings, read),
  }
}

/** The program headers (`Elf64_Phdr`). */
function segmentsOf(head: Buffer, read: Read) {
  const [size, count] = [head.readUInt16LE(54), head.readUInt16LE(56)]
  const table = read(Number(head.readBigUInt64LE(32)), size * count)
  return Array.from({ length: count }, (_, index) => {
    const at = index * size
    return {
      type: table.readUInt32LE(at),
      offset: Number(table.readBigUInt64LE(at + 8)),
      start: Number(table.readBigUInt64LE(at + 16)),
      size: Number(table.readBigUInt64LE(at + 32)),
    }
  })
}

/** The dynamic section (`Elf64_Dyn`). */
function entriesOf(section: Buffer) {
  return Array.from({ length: Math.floor(section.length / 16) }, (_, index) => ({
    tag: Number(section.readBigInt64LE(index * 16)),
    value: Number(section.readBigUInt64LE(index * 16 + 8)),
  }))
}

/** The needed versions: a chain of `Elf64_Verneed`, one for each library, each with a chain of `Elf64_Vernaux`. */
function versionsAt(offset: number, count: number, strings: Buffer, read: Read): Elf['versions'] {
  const found: Elf['versions'] = []
  let need = offset
  for (let left = count; left > 0; left--) {
    const record = read(need, 16)
    const library = textAt(strings, record.readUInt32LE(4))
    let version = need + record.readUInt32LE(8)
    for (let more = record.readUInt16LE(2); more > 0; more--) {
      const name = read(version, 16)
      found.push({ library, version: textAt(strings, name.readUInt32LE(8)) })
      version += name.readUInt32LE(12)
    }
    need += record.readUInt32LE(12)
  }
  return found
}

function textAt(strings: Buffer, at: number): string {
  return strings.toString('latin1', at, strings.indexOf(0, at))
}
