// CPU time of the server and of PostgreSQL. It stays comparable on a busy machine, unlike rates.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Linux counts CPU time in ticks of 10 ms (`getconf CLK_TCK`). */
const TICK_US = 10_000

export type Cpu = {
  /** CPU microseconds since it was opened; NaN where there is no /proc. */
  spent(): Promise<{ serverUs: number; postgresUs: number }>
}

/** Watches one server process and every process of the PostgreSQL that `pool` is connected to. */
export async function watchCpu(pool: pg.Pool, serverPid: number): Promise<Cpu> {
  const postgres = async () => {
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
    return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await ticksOf(pid)] as const)))
  }
  const [server, before] = [await ticksOf(serverPid), await postgres()]
  return {
    async spent() {
      let ticks = 0
      for (const [pid, now] of await postgres()) ticks += now - (before.get(pid) ?? 0)
      return { serverUs: ((await ticksOf(serverPid)) - server) * TICK_US, postgresUs: ticks * TICK_US }
    },
  }
}

/** User and system time: fields 14 and 15 of /proc/<pid>/stat (proc_pid_stat(5)), after the name in parentheses. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
