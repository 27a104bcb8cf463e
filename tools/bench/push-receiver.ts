// A push service in a process of its own, as it is elsewhere in reality: the bench shares neither its processor time nor its
// pauses. It decrypts after the hand-over.
import { listenPushSandbox } from '#tools/sandbox/push/listen.ts'

const [delayMs = '0'] = process.argv.slice(2)
const { host, setOutage } = await listenPushSandbox({ decryptsLater: true })
if (delayMs !== '0') setOutage({ status: 201, delayMs: Number(delayMs) })
console.log(`ready at http://${host}`)
process.on('SIGTERM', () => process.exit(0))
