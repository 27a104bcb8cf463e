// Starts a server as its own process and waits until it prints its URL.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Server = {
  url: string
  pid: number
  startedInMs: number
  process: ChildProcess
  stop(): Promise<void>
}

/**
 * Runs a TypeScript file with this Node and its options, and waits for a line with "ready at <url>". Throws after 30
 * s.
 */
export async function startProcess(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<Server> {
  const started = performance.now()
  const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} was not ready within 30 s`)), 30_000)
    let printed = ''
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString()
      const found = /ready at (http\S+)/.exec(printed)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${printed}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - started,
    process: child,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
