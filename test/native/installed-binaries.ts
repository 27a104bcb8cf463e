// Finds every native binary that npm installs for this machine, including those in archives unpacked at run time.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Elf, type Read, readElf } from './elf.ts'

const root = join(import.meta.dirname, '../..')

/** `path` starts with node_modules; inside an archive it continues with the path there. */
export type Binary = Elf & { path: string }

/** Nine of ten files have one of these extensions and are never opened. */
const TEXT = new Set([
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.tsx',
  '.map',
  '.json',
  '.md',
  '.h',
  '.flow',
])

/**
 * The binaries in node_modules for this processor. Excludes `prebuilds` for other platforms, which packages never load.
 */
export function installedBinaries(): Binary[] {
  const { machine } = binaryAt(process.execPath) ?? {}
  const files = readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  return files
    .filter((file) => !isForAnotherPlatform(file))
    .flatMap((file) => (isArchive(file) ? unpacked(file) : (binaryAt(file) ?? [])))
    .filter((binary) => binary.machine === machine)
}

function isForAnotherPlatform(file: string): boolean {
  const [, platform] = /[\\/]prebuilds[\\/]([^\\/]+)/.exec(file) ?? []
  return platform !== undefined && platform !== `${process.platform}-${process.arch}`
}

/** Compression packages ship archives in their own tests, some of them broken. */
const isArchive = (file: string) => file.endsWith('.br') && !/[\\/]test[\\/]/.test(file)

/** Undefined if the file isn't a binary. */
export function binaryAt(file: string): Binary | undefined {
  const descriptor = openSync(file, 'r')
  try {
    const elf = readElf((offset, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset))
    })
    return elf && { ...elf, path: relative(root, file).replaceAll(sep, '/') }
  } finally {
    closeSync(descriptor)
  }
}

/** The binaries in a Brotli archive, which contains a single file or a tar. */
function unpacked(archive: string): Binary[] {
  const bytes = brotliDecompressSync(readFileSync(archive))
  const path = relative(root, archive).replaceAll(sep, '/')
  const files = isTar(bytes) ? tarEntries(bytes) : [{ name: '', content: bytes }]
  return files.flatMap(({ name, content }) => {
    const read: Read = (offset, length) => content.subarray(offset, offset + length)
    const elf = readElf(read)
    return elf ? [{ ...elf, path: join(path, name) }] : []
  })
}

const TAR_BLOCK = 512
const isTar = (bytes: Buffer) => bytes.toString('latin1', 257, 262) === 'ustar'

/** The files of a POSIX.1 ("ustar") tar: for each a header block, then the content in whole blocks. */
function tarEntries(bytes: Buffer): { name: string; content: Buffer }[] {
  const entries = []
  let at = 0
  while (at < bytes.length && bytes[at] !== 0) {
    const field = (from: number, length: number) =>
      bytes.toString('latin1', at + from, at + from + length).replace(/\0[^]*/, '')
    const size = Number.parseInt(field(124, 12), 8)
    const content = bytes.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size)
    entries.push({ name: join(field(345, 155), field(0, 100)), content })
    at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  }
  return entries
}

/** The directories that the loader searches for this binary's libraries before it searches the system's. */
export function libraryPaths({ path, runPaths }: Binary): string[] {
  return runPaths.map((runPath) => join(runPath.replace(/\$ORIGIN|\$\{ORIGIN\}/, dirname(path))))
}
