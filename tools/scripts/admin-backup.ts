// The admin commands backup, verify-backup and restore.
import { createReadStream, readFileSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openStorage } from '#server/adapters/storage/open.ts'
import { backUp, recordBackup } from '#server/backup/back-up.ts'
import type { Backup } from '#server/backup/restore.ts'
import { restoreBackup, verifyBackup } from '#server/backup/restore.ts'
import { keyWarnings } from '#server/backup/fingerprints.ts'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { DatabaseUrls } from '#server/db/migrate.ts'
import { type Log, OperatorError } from '#server/log.ts'
import { UsageError, USAGE } from './admin-usage.ts'

type Tools = {
  config: Config
  log: Log
  urls: DatabaseUrls
  record: (on: { target: string }) => Promise<void>
}

/** The file appears under its name once it is complete and synced to disk. */
export async function backupCommand({ config, log, urls, record }: Tools, words: string[]): Promise<void> {
  const { file, json } = wordsOf(words)
  if (await stat(file).catch(() => null)) throw new OperatorError(`${file} exists: choose another name.`)
  await record({ target: basename(file).slice(0, 200) })
  const unfinished = `${file}.unfinished`
  const storage = openStorage({ config, clock: systemClock, log })
  const needs = { config, clock: systemClock, storage, url: urls.ownerUrl, product: version() }
  try {
    await rm(unfinished, { force: true })
    const to = await open(unfinished, 'wx', 0o600)
    const made = await backUp(needs, to.createWriteStream({ flush: true }))
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    const { size } = await stat(file)
    await recordBackup(urls.ownerUrl, made.header, { size, isEncrypted: config.backupKey !== undefined })
    print({ json, file, size, config, warnings: [] }, made)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw writeError(error, file)
  }
}

/** Needs no database. */
export async function verifyCommand(config: Config, words: string[]): Promise<void> {
  const { file, json } = wordsOf(words)
  const backup = await verifyBackup(createReadStream(file), config.backupKey)
  const warnings = keyWarnings(config, backup.header, backup.manifest)
  print({ json, file, size: (await stat(file)).size, config, warnings }, backup)
}

export async function restoreCommand({ config, log, urls, record }: Tools, words: string[]): Promise<void> {
  const { file, json, replace } = wordsOf(words, { mayReplace: true })
  const storage = openStorage({ config, clock: systemClock, log })
  const needs = { config, clock: systemClock, storage, urls }
  const backup = await restoreBackup(needs, () => createReadStream(file), { replace })
  await record({ target: basename(file).slice(0, 200) })
  const warnings = keyWarnings(config, backup.header, backup.manifest)
  print({ json, file, size: (await stat(file)).size, config, warnings, verb: 'restored' }, backup)
}

function wordsOf(args: string[], { mayReplace = false } = {}) {
  const options = { json: { type: 'boolean' }, replace: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name] = positionals
    const { json = false, replace = false } = values
    // npm changes to the project's folder, and passes the original directory in INIT_CWD.
    if (name && positionals.length === 1 && (mayReplace || !replace))
      return { file: resolve(process.env['INIT_CWD'] ?? '.', name), json, replace }
  } catch {
    // An unknown option.
  }
  throw new UsageError(USAGE)
}

type Outcome = {
  json: boolean
  file: string
  size: number
  config: Config
  warnings: string[]
  verb?: string
}

function print({ json, file, size, config, warnings, verb }: Outcome, { header, manifest }: Backup): void {
  const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
  const result = {
    file,
    sizeInBytes: size,
    createdAt: header.createdAt,
    product: header.product,
    isEncrypted: config.backupKey !== undefined,
    tables: header.tables.length,
    rows,
    objects: manifest.objects.count,
    objectsGone: manifest.objectsGone,
    warnings,
  }
  if (json) return console.log(JSON.stringify(result))
  const gone = manifest.objectsGone > 0 ? ` (${manifest.objectsGone} were removed meanwhile)` : ''
  const what = `${rows} rows in ${header.tables.length} tables and ${manifest.objects.count} objects${gone}`
  const secrecy = result.isEncrypted ? 'encrypted' : 'not encrypted: set BACKUP_KEY to encrypt backups'
  console.log(`${file}${verb ? ` is ${verb}` : ''}: ${what}, as of ${header.createdAt}; ${secrecy}`)
  for (const warning of warnings) console.log(`Attention: ${warning}`)
}

/** Makes the new name survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  // Windows can't open a folder.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function writeError(error: unknown, file: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new OperatorError(`The disk is full: ${file} was not written.`)
  return syscall ? new OperatorError(`${file} was not written: ${message}`) : error
}

const version = () =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string })
    .version
