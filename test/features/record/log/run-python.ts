// Runs the program that strangers check the log with, on machines that have what it needs.
import { execFile, execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const SCRIPT = resolve('server/features/record/log/verify-record.py')

/** The program is for strangers' machines; ours need neither Python nor openssl. */
export const hasPython = ['python3', 'openssl'].every((command) => {
  try {
    return execFileSync(command, [command === 'openssl' ? 'version' : '--version']).length > 0
  } catch {
    return false
  }
})

export type Run = { code: number; output: string }

/** `folder` is where it keeps the last checkpoint. */
export const runPython = (folder: string, ...args: string[]): Promise<Run> =>
  new Promise((done) => {
    execFile('python3', [SCRIPT, ...args], { cwd: folder }, (error, stdout, stderr) =>
      done({ code: error ? 1 : 0, output: stdout + stderr }),
    )
  })
