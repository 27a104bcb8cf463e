// What every command needs: the installed dependencies, a Node that runs our TypeScript, and a way to run things with it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { findNode } from './find-node.mjs'
import { alone } from './lock.mjs'

export const root = join(import.meta.dirname, '..')

/** Ends the command with one plain sentence and exit code 1. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

let found
/** Looks once per process; gives up when there is none. */
function node() {
  found ??= findNode(root)
  return found.missing ? giveUp(found.missing) : found
}

/** The path of the Node that runs our TypeScript: the one npm installed, or this machine's own. */
export function pinnedNode() {
  return node().path
}

/**
 * Installs the dependencies when what is in node_modules differs from package-lock.json. Prints one line
 * when it does; npm's own output is shown only when it fails. Two runs at once install once.
 * `withTools` also asks for what only development and tests need, else their absence is fine.
 */
export async function ensureInstalled({ withTools = false } = {}) {
  if (isInstalled(withTools)) return
  await alone('install', async () => {
    if (!isInstalled(withTools)) await install(withTools)
  })
}

async function install(withTools) {
  console.log('Installing the dependencies; this happens once and takes a minute …')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (withTools) args.push('--include=dev')
  // npm tells the scripts it runs where it is; the one on the PATH may be another.
  const own = process.env.npm_execpath ?? ''
  const viaNode = own.endsWith('npm-cli.js')
  const command = viaNode ? process.execPath : 'npm'
  let said = ''
  const child = spawn(command, viaNode ? [own, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !viaNode && process.platform === 'win32',
  })
  child.stdout.on('data', (data) => (said += data))
  child.stderr.on('data', (data) => (said += data))
  const code = await exitOf(child, command)
  if (code !== 0) giveUp(`${said.trim()}\nThe dependencies could not be installed (npm ended with ${code}).`)
}

/** npm keeps beside the packages a list of what it put there; a broken install leaves none. */
function isInstalled(withTools) {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, peer, dev, devOptional }]) => {
    const isSpared = optional || peer || ((dev || devOptional) && !withTools)
    return path === '' || (there[path] ? there[path].version === version : isSpared)
  })
}

/** Where Node keeps what it has compiled: without the compiler, an idle server takes 10 MB less (measured). */
const COMPILED = { NODE_COMPILE_CACHE: join(root, '.cache/node') }

/**
 * The options of a server. Short-lived objects get 8 MB instead of 16: after a thousand requests it then takes some
 * 20 MB less (measured). It collects the garbage of its start itself. What a thread took, Node 24 gives back ten seconds
 * after its end; Node 26 keeps 100 MB of 130 for the next thread unless told otherwise (measured), and only its V8 knows
 * the option.
 */
export function serverArgs() {
  const args = ['--expose-gc', '--max-semi-space-size=8']
  if (node().major >= 26) args.push('--no-memory-pool-share-memory-on-teardown')
  return args
}

/** Of glibc's own pools each thread would have one, which stays as large as it ever was: 15 MB a thread (measured). */
export const SERVER_ENV = { ...process.env, MALLOC_ARENA_MAX: '2' }

/**
 * Runs Node with `args` in the project's root, its output shown as it comes, and resolves to
 * its exit code. Signals that ask to end reach it too, be it more than once.
 */
export function runNode(args, { env = process.env } = {}) {
  const child = spawn(pinnedNode(), args, { cwd: root, env: { ...COMPILED, ...env }, stdio: 'inherit' })
  passSignalsTo(child)
  return exitOf(child, 'Node')
}

/** Passes what asks this process to end on to `child`, until the child has ended. */
export function passSignalsTo(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const pass = () => {
      // Ctrl-C reaches everything that runs in the terminal; a second one would look like impatience.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, pass)
    child.once('exit', () => process.off(signal, pass))
  }
  // npm runs us in a shell and passes signals to that alone, so being left by either is a sign to end too.
  if (!process.env.npm_lifecycle_event) return
  const before = callers()
  const watch = setInterval(() => {
    if (callers() === before) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 200)
  watch.unref()
}

/** Who runs this process: its parent, and its parent's parent where the parent is only npm's shell. */
function callers() {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const [, above] = /^\d+ \((?:sh|bash|dash|ash|busybox)\) \S (\d+)/.exec(stat) ?? []
    return `${parent} ${above ?? ''}`
  } catch {
    return `${parent}`
  }
}

/** Resolves to the exit code of `child`; one ended by a signal counts as 128 and the signal's number. */
export function exitOf(child, name) {
  return new Promise((done) => {
    child.once('error', (error) => giveUp(`${name} could not be run: ${error.message}`))
    child.once('close', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
