// Rates a password in a worker thread.
import { serveThread } from '#server/worker-thread.ts'
import { ratePassword } from './rate-password.ts'
import type { PasswordCheck } from './refuse-weak-password.ts'

serveThread(async (data) => ratePassword(data as PasswordCheck))
