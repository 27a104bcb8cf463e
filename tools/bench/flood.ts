// A thread that sends wrong passwords all at once. In the measuring thread, they would delay its own clock.
import { Agent, request } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** `tries`: the address and the username of each attempt. */
export type Flood = { url: string; tries: { from: string; username: string }[] }

/** Sends all of them. Resolves with the number of responses per status. */
export const flood = (data: Flood): Promise<Map<number, number>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: data })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

function tryWrong(agent: Agent, url: string, { from, username }: Flood['tries'][number]): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const sent = request(`${url}/api/login`, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(JSON.stringify({ username, password: 'wrong' }))
  })
}

if (parentPort) {
  const { url, tries } = workerData as Flood
  const agent = new Agent({ keepAlive: true, maxSockets: tries.length })
  const statuses = await Promise.all(tries.map((one) => tryWrong(agent, url, one)))
  agent.destroy()
  parentPort.postMessage(
    new Map([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length])),
  )
}
