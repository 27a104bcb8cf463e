// Runs the previous release's feature tests on this version's schema, because both work on one database
// during an upgrade.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitOf, passSignalsTo, root } from './runtime.mjs'

const CONFIG = join(root, 'test/previous-release/vitest.config.ts')

/**
 * Resolves to an exit code and a note for the summary. `release`: a commit or tag; by default the newest `v*` tag
 * before this commit. `tests`: paths within the release. Without an earlier release, nothing runs.
 */
export async function testPreviousRelease({ release, tests = ['test/features'], exclude = [], env }) {
  const name = release ?? newestTag()
  if (!name) return { code: 0, note: 'nothing to run: no v* tag names an earlier release' }
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
  if (!commit) {
    console.error(`There is no commit "${name}". Name the previous release: --release=<commit or tag>.`)
    return { code: 1, note: 'no such release' }
  }
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'signalpost-release-')))
  const folder = join(scratch, 'release')
  const step = (command, args) => {
    const child = spawn(command, args, { cwd: folder, env, stdio: 'inherit' })
    // So that an interrupted run also removes the folder.
    passSignalsTo(child)
    return exitOf(child, command)
  }
  try {
    if (git(['worktree', 'add', '--detach', '--quiet', folder, commit]) === null)
      return { code: 1, note: `${name} could not be checked out` }
    console.log(`The tests of ${name} (${commit.slice(0, 8)}) run on the schema of this version.`)
    const install = ['ci', '--ignore-scripts', '--include=dev', '--prefer-offline', '--loglevel=error']
    const installed = await step('npm', install)
    if (installed !== 0) return { code: installed, note: `the packages of ${name} could not be installed` }
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', `--config=${CONFIG}`, `--root=${folder}`]
    const launcher = ['tools/scripts/run.mjs', 'scripts/run.mjs'].find((path) =>
      existsSync(join(folder, path)),
    )
    const excluded = exclude.map((file) => `--exclude=${file}`)
    const code = await step(process.execPath, [launcher, ...vitest, ...excluded, ...tests])
    return { code, note: name }
  } finally {
    git(['worktree', 'remove', '--force', folder])
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The tag of this commit itself is not an earlier release. */
const newestTag = () =>
  git(['tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-v:refname'])?.split(
    '\n',
  )[0]

/** The output of git, or null if it fails, for example without a repository. */
function git(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
