import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Where the scanner listens: `tcp://host:port` or `unix:/path/of/the/socket`, as VIRUS_SCANNER has it. */
export type ScannerAddress = { path: string } | { host: string; port: number }
/** `virus`: the name by which the scanner knows it. */
export type Verdict = { isClean: true } | { isClean: false; virus: string }

/** The scanner does not answer, or answers something else than a verdict: the file waits. */
export class ScannerAway extends Error {
  override name = 'ScannerAway'
}

// A file of 10 MB takes a second; one that takes longer than this gets no verdict.
const silentMs = 30_000
const answerBytesMax = 4096
// clamd takes no more at once than its StreamMaxLength in all; the pieces are ours.
const pieceBytes = 64 * 1024

/** Has a virus scanner look at bytes, by the INSTREAM command of clamd: pieces with their length before them, an empty one at the end. */
export async function scanBytes(address: ScannerAddress, content: AsyncIterable<Buffer>): Promise<Verdict> {
  const socket = connect(address)
  socket.setTimeout(silentMs, () => socket.destroy(new Error('the scanner is silent')))
  const answer = readAnswer(socket)
  // Whoever waits for it below hears of a failure; until then it is nobody's.
  answer.catch(() => undefined)
  try {
    await once(socket, 'connect')
    await send(socket, Buffer.from('zINSTREAM\0'))
    for await (const part of content) for (const piece of piecesOf(part)) await send(socket, piece)
    await send(socket, Buffer.alloc(4))
    return verdictOf(await answer)
  } catch (error) {
    // It may have said why it hung up: a file that is larger than it takes.
    const words = await Promise.race([answer.catch(() => ''), new Promise<string>((done) => setTimeout(done, 100, ''))])
    if (words !== '') return verdictOf(words)
    throw error instanceof ScannerAway ? error : new ScannerAway('the virus scanner does not answer', { cause: error })
  } finally {
    socket.destroy()
  }
}

function* piecesOf(part: Buffer) {
  for (let from = 0; from < part.length; from += pieceBytes) {
    const piece = part.subarray(from, from + pieceBytes)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield Buffer.concat([length, piece])
  }
}

async function send(socket: Socket, bytes: Buffer) {
  if (socket.destroyed || socket.writableEnded) throw new ScannerAway('the virus scanner hung up')
  if (!socket.write(bytes)) await once(socket, 'drain', { signal: AbortSignal.timeout(silentMs) })
}

async function readAnswer(socket: Socket): Promise<string> {
  let words = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    words += chunk.toString('utf8')
    if (words.includes('\0') || words.length > answerBytesMax) break
  }
  return words.replace(/\0[^]*$/, '').trim()
}

function verdictOf(words: string): Verdict {
  if (/^stream: OK$/.test(words)) return { isClean: true }
  const virus = /^stream: (.{1,200}) FOUND$/.exec(words)?.[1]
  if (virus !== undefined) return { isClean: false, virus: virus.replace(/[^\w .:/()-]/g, '_') }
  throw new ScannerAway(`the virus scanner gave no verdict: ${words.slice(0, 200)}`)
}
