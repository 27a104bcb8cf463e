// Every native binary that npm brings for this machine, those in archives that are unpacked at run time included.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Elf, type Read, readElf } from './elf.ts'

const root = join(import.meta.dirname, '../..')

/** `path` begins with node_modules; inside an archive it goes on with the path there. */
export type Binary = Elf & { path: string }

/** What cannot be a binary is not opened: nine of ten files. */
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
 * The binaries below node_modules that are made for this processor. Left out is what lies in the `prebuilds` of another
 * platform, for packages look only into the folder of their own (`prebuilds/linux-x64`).
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

/** Packages that compress have archives among their own tests, broken ones too. */
const isArchive = (file: string) => file.endsWith('.br') && !/[\\/]test[\\/]/.test(file)

/** Undefined when the file is no binary. */
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

/** The binaries in an archive of Brotli: a single file, or a tar. */
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

/** Files of a tar in the format of POSIX.1 ("ustar"): a block of head, then the content in whole blocks. */
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

/** The directories in which the loader looks for what this binary needs before it looks into the system's. */
export function libraryPaths({ path, runPaths }: Binary): string[] {
  return runPaths.map((runPath) => join(runPath.replace(/\$ORIGIN|\$\{ORIGIN\}/, dirname(path))))
}
