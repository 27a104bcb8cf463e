// A lock file for work that only one process in this directory may do at a time, such as installing and building.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const POLL_MS = 200
/** A lock without a process id was left by a process that died while writing it. */
const EMPTY_MS = 5000

/**
 * Runs `work` while no other process in this directory runs work with the same name. Waits if needed, and prints a
 * line. Takes over a lock whose owner has died.
 */
export async function withLock(name, work) {
  const file = join(root, '.cache', `${name}.lock`)
  mkdirSync(dirname(file), { recursive: true })
  let hasPrinted = false
  while (!(await take(file))) {
    if (!hasPrinted) console.log(`Another run is in progress here (${name}); waiting for it …`)
    hasPrinted = true
    await pause(POLL_MS)
  }
  // Commands may call process.exit anywhere.
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take(file) {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(file)) rmSync(file, { force: true })
    return false
  }
  // Another process may have replaced this lock in the meantime.
  await pause(50)
  return ownerOf(file) === process.pid
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isAbandoned(file) {
  const owner = ownerOf(file)
  if (owner === undefined) return false
  if (!owner) return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > EMPTY_MS
  try {
    return !process.kill(owner, 0)
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
