import { startS3Server } from '/work/main/test/s3-server.ts'
console.time('start'); const s = await startS3Server(); console.timeEnd('start'); console.log(s)
if (typeof s !== 'string') await s.stop()
