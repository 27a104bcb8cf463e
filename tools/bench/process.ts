// The process: startup time, idle memory, and requests lost while stopping.
import { readFile } from 'node:fs/promises'
import { median } from './measure.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'

export async function benchProcess(bench: Bench): Promise<void> {
  const starts: number[] = []
  for (let round = 0; round < 3; round++) {
    const product = await startProduct(bench)
    starts.push(product.startedInMs / 1000)
    await product.stop()
  }
  report.atMost('ready on a warm start, database running', median(starts), 3, ' s')

  const product = await startProduct(bench)
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8').catch(() => '')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  if (kilobytes > 0) report.atMost('idle memory', kilobytes / 1024, 160, ' MB')

  const cookie = await signIn(product, 3)
  let lost = 0
  let answered = 0
  let stopping = false
  const ask = async () => {
    while (!stopping) {
      try {
        const response = await fetch(`${product.url}/api/signals/feed`, { headers: { cookie } })
        await response.arrayBuffer()
        answered++
      } catch (error) {
        // A refused connection isn't a lost request: the load balancer tries another copy.
        if ((error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED') return
        lost++
        return
      }
    }
  }
  const clients = Array.from({ length: 8 }, ask)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await product.stop()
  stopping = true
  await Promise.all(clients)
  report.note(`${answered} requests answered before and while stopping`)
  report.exactly('requests lost while the server stops', lost, 0)
}
