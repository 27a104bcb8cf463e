// Reads from an ELF file what its loader asks for: libraries, versions of their symbols, and where to look for them.
// The layout is that of elf(5) and of the System V ABI (gABI 4.1, chapters 4 and 5); symbol versions are those of the
// Linux Standard Base Core Specification 5.0, section 10.7. Only 64-bit little-endian files are read further than their head.

/** Reads `length` bytes at `offset`; fewer at the end of the file. */
export type Read = (offset: number, length: number) => Buffer

export type Elf = {
  /** `e_machine`: the processor it is made for. */
  machine: number
  /** The loader that starts it; only programs name one. */
  interpreter: string | undefined
  /** Its own name as a library. */
  soname: string | undefined
  needed: string[]
  /** Where its libraries are looked for first; `$ORIGIN` is its own directory. */
  runPaths: string[]
  /** Versions of symbols that it needs, such as `GLIBC_2.36`, by library. */
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

/** Returns undefined for what is no ELF file, or one of another word size or byte order. */
export function readElf(read: Read): Elf | undefined {
  const head = read(0, 64)
  if (head.length < 64 || !head.subarray(0, 4).equals(MAGIC)) return undefined
  if (head[4] !== CLASS_64 || head[5] !== LITTLE_ENDIAN) return undefined
  const segments = segmentsOf(head, read)
  const interpreter = segments.find(({ type }) => type === SEGMENT.interpreter)
  const dynamic = segments.find(({ type }) => type === SEGMENT.dynamic)
  const entries = dynamic ? entriesOf(read(dynamic.offset, dynamic.size)) : []
  const all = (tag: number) => entries.filter((entry) => entry.tag === tag).map(({ value }) => value)
  /** The dynamic section speaks of addresses in memory, where the segments put the file's parts. */
  const inFile = (address: number) => {
    const home = segments.find(
      ({ type, start, size }) => type === SEGMENT.load && address >= start && address < start + size,
    )
    if (!home) throw new Error(`No segment holds the address ${address}`)
    return address - home.start + home.offset
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

/** The version needs: a chain of `Elf64_Verneed`, one a library, each with a chain of `Elf64_Vernaux`. */
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
