// The worker thread that reads one broker's file from its standard input.
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { serveThread } from '#server/worker-thread.ts'
import type { ReadJob } from './read-in-worker.ts'
import { readImport } from './read-import.ts'

serveThread(async (data, onProgress) => {
  const { databaseUrl, logLevel, ...taking } = data as ReadJob
  const { db } = openDatabaseForJobs(databaseUrl, openLog(logLevel), { max: 2 })
  return await readImport(db, process.stdin, { ...taking, onRows: onProgress })
})
