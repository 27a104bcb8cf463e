// A push service in its own process, because a real one runs elsewhere: its CPU time and its pauses don't affect the
// bench. It decrypts messages after the hand-over.
import { listenPushSandbox } from '#tools/sandbox/push/listen.ts'

const [delayMs = '0'] = process.argv.slice(2)
const { host, setOutage } = await listenPushSandbox({ decryptsLater: true })
if (delayMs !== '0') setOutage({ status: 201, delayMs: Number(delayMs) })
console.log(`ready at http://${host}`)
process.on('SIGTERM', () => process.exit(0))
