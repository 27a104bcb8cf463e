// A broker's file of 100,000 rows: time until its return is calculated, server memory, and the delay of other requests.
import { readFile } from 'node:fs/promises'
import { Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, type portfolio } from '#shared/contracts/portfolio.ts'
import type { Wire } from '#shared/endpoint.ts'
import { type Bench, signIn, startProduct } from './product.ts'
import { report } from './report.ts'
import type { Server } from './servers.ts'

const ROWS = 100_000
const SYMBOLS = 200
/** Days from the first row to the last: ten years. */
const DAYS = 3650
const FIRST_DAY = Date.UTC(2015, 0, 5)
const IMPORTER = 5
const LOOK_MS = 20

export async function benchImport(bench: Bench): Promise<void> {
  const product = await startProduct(bench)
  try {
    const cookie = await signIn(product, IMPORTER)
    const file = exportOf(ROWS)
    await new Promise((resolve) => setTimeout(resolve, 5000))
    const started = performance.now()
    const watch = watching(product)
    const read = await fetch(product.url + IMPORT_PATH, { method: 'POST', headers: { cookie }, body: file })
    const preview = Preview.parse(await read.json())
    if (preview.activities !== ROWS || preview.faultCount > 0) throw new Error('the file was not understood')
    report.note(`read in ${seconds(started)} s, ${watch.summary()}`)
    const confirm = `${product.url}${IMPORT_PATH}/${preview.id}/confirm`
    const taken = await fetch(confirm, { method: 'POST', headers: { cookie } })
    if (!taken.ok) throw new Error(`confirming returned ${taken.status}`)
    report.note(`imported after ${seconds(started)} s, ${watch.summary()}`)
    await untilCalculated(product, cookie)
    report.atMost('100,000 rows imported and their return calculated', Number(seconds(started)), 30, ' s')
    const { peakMb, longestMs } = watch.figures()
    if (peakMb > 0) report.atMost('… memory of the server and its threads', peakMb, 300, ' MB')
    report.atMost('… longest that another request waited', longestMs, 250, ' ms')
    await watch.stop()
  } finally {
    await product.stop()
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

async function untilCalculated({ url }: Server, cookie: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/portfolio/overview`, { headers: { cookie } })
    const { isWorking, picture, fault } = (await answer.json()) as Wire<typeof portfolio.overview>
    if (fault !== null) throw new Error(fault)
    if (!isWorking && picture) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Samples the server every few milliseconds: its memory, and how fast it responds. */
function watching({ url, pid }: Server) {
  let [peakMb, longestMs, isOver] = [0, 0, false]
  const looking = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await (await fetch(`${url}/api/health`)).arrayBuffer()
      longestMs = Math.max(longestMs, performance.now() - asked)
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      peakMb = Math.max(peakMb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  })()
  return {
    figures: () => ({ peakMb, longestMs }),
    summary: () => `${peakMb.toFixed(0)} MB, others waited ${longestMs.toFixed(0)} ms at most`,
    async stop() {
      isOver = true
      await looking
    },
  }
}

/** Purchases, sales of held shares and dividends, the same number each day. */
function exportOf(rows: number): string {
  const held = Array.from({ length: SYMBOLS }, () => 0)
  const lines = ['date,type,symbol,quantity,price,amount,fee,currency', '2015-01-05,deposit,,,,9000000,,USD']
  for (let n = 1; n < rows; n++) {
    const day = new Date(FIRST_DAY + Math.floor((n / rows) * DAYS) * 86_400_000).toISOString().slice(0, 10)
    // Step sizes that visit every symbol with each of the three types.
    const which = (n * 7) % SYMBOLS
    const symbol = `B${String.fromCharCode(65 + (which % 26), 65 + Math.floor(which / 26))}X`
    const [shares, price] = [1 + (n % 9), 40 + (which % 60) + (n % 500) / 100]
    const before = held[which] ?? 0
    if (n % 10 === 0) lines.push(`${day},dividend,${symbol},,,${(n % 37) + 0.25},,USD`)
    else if (before > 20 && n % 3 === 0) {
      held[which] = before - shares
      lines.push(`${day},sell,${symbol},${shares},${price},${(shares * price - 0.35).toFixed(2)},0.35,USD`)
    } else {
      held[which] = before + shares
      lines.push(`${day},buy,${symbol},${shares},${price},-${(shares * price + 0.35).toFixed(2)},0.35,USD`)
    }
  }
  return `${lines.join('\n')}\n`
}
