// Shared by all commands: installed dependencies, a Node that runs our TypeScript, and child processes.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, constants } from 'node:os'
import { join } from 'node:path'
import { findNode, unlinkNode } from './find-node.mjs'
import { withLock } from './lock.mjs'

export const root = join(import.meta.dirname, '../..')

/** Exits with one sentence and code 1. */
export function exitWithError(sentence) {
  console.error(sentence)
  process.exit(1)
}

let found
/** Cached per process. Exits if there is none. */
function node() {
  found ??= findNode(root)
  return found.missing ? exitWithError(found.missing) : found
}

/** The path of the Node that runs our TypeScript. */
export function pinnedNode() {
  return node().path
}

/**
 * Installs the dependencies if node_modules differs from package-lock.json, and prints one line. npm's output is shown
 * only on failure. Concurrent runs install once. `withTools` also requires development dependencies.
 */
export async function ensureInstalled({ withTools = false } = {}) {
  if (!isInstalled(withTools))
    await withLock('install', async () => {
      if (!isInstalled(withTools)) await install(withTools)
    })
  unlinkNode(root)
}

async function install(withTools) {
  console.log('Installing the dependencies; this happens once and takes a minute …')
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (withTools) args.push('--include=dev')
  // npm passes its own path to scripts. The npm on PATH may be another one.
  const own = process.env.npm_execpath ?? ''
  const viaNode = own.endsWith('npm-cli.js')
  const command = viaNode ? process.execPath : 'npm'
  let output = ''
  const child = spawn(command, viaNode ? [own, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !viaNode && process.platform === 'win32',
  })
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  const code = await exitOf(child, command)
  if (code !== 0)
    exitWithError(`${output.trim()}\nThe dependencies could not be installed (npm ended with ${code}).`)
}

/** npm writes a list of installed packages; a broken install has none. */
function isInstalled(withTools) {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed) || (withTools && !existsSync(join(root, 'node_modules/.bin')))) return false
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, peer, dev, devOptional }]) => {
    const mayBeMissing = optional || peer || ((dev || devOptional) && !withTools)
    return path === '' || (there[path] ? there[path].version === version : mayBeMissing)
  })
}

/** Node's compile cache: without the compiler, an idle server takes 10 MB less (measured). */
const COMPILED = { NODE_COMPILE_CACHE: join(root, '.cache/node') }

/**
 * A server's Node options. The young generation has 8 MB instead of 16: after a thousand requests the server takes
 * about 20 MB less (measured). `--expose-gc` lets it collect its startup garbage. Node 24 releases a thread's memory
 * ten seconds after the thread ends. Node 26 keeps 100 of 130 MB for the next thread by default (measured), and only
 * its V8 has the option to change that.
 */
export function serverArgs() {
  const args = ['--expose-gc', '--max-semi-space-size=8']
  if (node().major >= 26) args.push('--no-memory-pool-share-memory-on-teardown')
  return args
}

/**
 * Node's thread pool has four threads for files, DNS and password hashing. Hashing gets additional ones, so that files
 * don't wait for sign-ins (server/features/auth/passwords.ts). By default glibc gives each thread a memory arena that
 * never shrinks: 15 MB a thread (measured).
 */
export const SERVER_ENV = {
  UV_THREADPOOL_SIZE: String(4 + Math.max(1, availableParallelism() - 1)),
  ...process.env,
  MALLOC_ARENA_MAX: '2',
}

/**
 * Runs Node with `args` in the project's root, shows its output, and resolves to its exit code. Forwards termination
 * signals, even repeated ones.
 */
export function runNode(args, { env = process.env } = {}) {
  const child = spawn(pinnedNode(), args, { cwd: root, env: { ...COMPILED, ...env }, stdio: 'inherit' })
  passSignalsTo(child)
  return exitOf(child, 'Node')
}

/** The server's exit code after an error that nothing handled (server/main.ts). */
const FAILED = 70
const RESTART_MS = 1000

/** Runs the server like `runNode`, and restarts it if it failed. */
export async function keepRunning(args, options) {
  for (;;) {
    const code = await runNode(args, options)
    if (code !== FAILED) return code
    console.error('The server failed. Restarting it.')
    await new Promise((done) => setTimeout(done, RESTART_MS))
  }
}

/** Forwards termination signals to `child` until it exits. */
export function passSignalsTo(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const pass = () => {
      // Ctrl-C reaches every process in the terminal; a second signal would force the child to quit.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, pass)
    child.once('exit', () => process.off(signal, pass))
  }
  // npm runs us in a shell and signals only the shell, so we also exit when either parent is gone.
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (callers() === callersAtStart) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 200)
  watch.unref()
}

/** This process's parent, and its grandparent if the parent is only npm's shell. */
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

const callersAtStart = callers()

/** Resolves to `child`'s exit code, or 128 plus the signal's number if a signal ended it. */
export function exitOf(child, name) {
  return new Promise((done) => {
    child.once('error', (error) => exitWithError(`${name} could not be run: ${error.message}`))
    child.once('close', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
