// A witness that follows the rules of c2sp.org/tlog-witness over HTTP, or breaks them as a test wants.
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyConsistency } from '#engine/log/merkle.ts'
import { openNote, parseCheckpoint } from '#engine/log/note.ts'

type Answer = { status: number; body?: string; type?: string }
type Known = { size: number; root: Buffer }

export type TestWitness = {
  name: string
  vkey: string
  url: string
  /** Its verifier key and address, as in `WITNESSES`. */
  setting: string
  /** The newest checkpoint that it has cosigned. */
  known: Known | null
  /** What it does with the correct answer instead of sending it. */
  answer: ((right: Answer, response: ServerResponse) => void) | undefined
  /** The first line of each request. */
  asked: string[]
  close(): void
}

/** `vkeyOf` is the key of the log with an origin. */
export async function startWitness(
  name: string,
  vkeyOf: (origin: string) => Promise<string>,
): Promise<TestWitness> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const typed = Buffer.concat([Buffer.of(4), raw])
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4)

  function cosign(text: string): string {
    const seconds = Math.floor(Date.now() / 1000)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey)
    return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`
  }

  /** The rules, in the order of the specification. */
  async function addCheckpoint(body: string): Promise<Answer> {
    const end = body.indexOf('\n\n')
    const [first = '', ...lines] = body.slice(0, end).split('\n')
    const note = body.slice(end + 2)
    const [, oldText] = /^old (0|[1-9]\d*)$/.exec(first) ?? []
    if (oldText === undefined || lines.length > 63) return { status: 400 }
    const { origin, size, root } = parseCheckpoint(note)
    const text = openNote(note, await vkeyOf(origin))
    if (text === null) return { status: 403 }
    const old = Number(oldText)
    if (old > size) return { status: 400 }
    const { known } = witness
    if (old !== (known?.size ?? 0))
      return { status: 409, body: `${known?.size ?? 0}\n`, type: 'text/x.tlog.size' }
    const proof = lines.map((line) => Buffer.from(line, 'base64'))
    if (old === size && known && !known.root.equals(root)) return { status: 409 }
    if (known ? !verifyConsistency(old, size, proof, known.root, root) : proof.length > 0)
      return { status: 422 }
    witness.known = { size, root }
    return { status: 200, body: cosign(text) }
  }

  const send = ({ status, body = '', type = 'text/plain' }: Answer, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': type }).end(body)

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      witness.asked.push(body.split('\n', 1)[0] ?? '')
      if (request.method !== 'POST' || request.url !== '/log/add-checkpoint')
        return send({ status: 404 }, response)
      void addCheckpoint(body).then((right) => (witness.answer ?? send)(right, response))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`
  const vkey = `${name}+${id.toString('hex')}+${typed.toString('base64')}`
  const witness: TestWitness = {
    name,
    vkey,
    url,
    setting: `${vkey} ${url}`,
    known: null,
    answer: undefined,
    asked: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return witness
}
