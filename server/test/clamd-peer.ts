import { createServer, type Socket } from 'node:net'

/** The text that every virus scanner knows as its test, in pieces so that this file is not one. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A scanner that speaks the INSTREAM command of clamd, as far as it is asked; it knows the test text alone. */
export async function openClamdPeer() {
  const sockets = new Set<Socket>()
  const scanned: string[] = []
  let says: string | null = null
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const content = contentOf(bytes)
      if (content === null) return
      scanned.push(content)
      const found = content.includes(testVirus) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
      socket.end(`${says ?? found}\0`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    address: `tcp://127.0.0.1:${port}`,
    /** What it was given to look at. */
    scanned,
    /** From now on it says this, whatever it sees; null: what it finds. */
    answerWith(words: string | null) {
      says = words
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Null while the last, empty piece has not come. */
function contentOf(bytes: Buffer): string | null {
  const command = Buffer.from('zINSTREAM\0')
  if (!bytes.subarray(0, command.length).equals(command)) return null
  const parts: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts).toString('latin1')
    parts.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
