// One at a time: what two runs on one tree must not do side by side, such as installing and building.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const LOOK_MS = 200
/** A lock without a number in it was being written when its owner died. */
const EMPTY_MS = 5000

/**
 * Does `work` while no other process of this tree does work of that name; waits for it otherwise, and says
 * so once. A lock whose owner has died is taken over.
 */
export async function alone(name, work) {
  const file = join(root, '.cache', `${name}.lock`)
  mkdirSync(dirname(file), { recursive: true })
  let saidSo = false
  while (!(await take(file))) {
    if (!saidSo) console.log(`Another run is busy here (${name}); waiting for it …`)
    saidSo = true
    await pause(LOOK_MS)
  }
  // Commands end with process.exit wherever they give up.
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
  // Somebody else may have taken this very file for the abandoned one and put theirs in its place.
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
