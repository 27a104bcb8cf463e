// npm run serve: runs the server without installing or building anything. For releases and images.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitWithError, pinnedNode, root, runNode, serverArgs, SERVER_ENV } from './runtime.mjs'

if (!existsSync(join(root, 'dist/index.html')))
  exitWithError('The page is not built. Run a release made with `npm run release`, or use `npm start`.')
const args = [...serverArgs(), 'server/main.ts']
// The server replaces this process, so that signals and exit codes pass without a process in between.
if (process.execve) {
  process.chdir(root)
  process.execve(pinnedNode(), [pinnedNode(), ...args], SERVER_ENV)
}
process.exit(await runNode(args, { env: SERVER_ENV }))
