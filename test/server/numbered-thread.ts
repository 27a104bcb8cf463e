// A thread for worker-thread.test.ts: returns its number, or fails if told to.
import { threadId } from 'node:worker_threads'
import { serveThread } from '#server/worker-thread.ts'

serveThread(async (data) => {
  if (data === 'fail') throw new Error('told to fail')
  return await Promise.resolve(threadId)
})
