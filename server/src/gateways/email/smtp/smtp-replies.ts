import type { Socket } from 'node:net'

/** `lines` hold the text without the code. */
export type SmtpReply = { code: number; lines: string[] }

type Waiting = { resolve: (reply: SmtpReply) => void; reject: (error: Error) => void }

/** Replies of one socket, in order. After a fault the socket is gone and every reply asked for fails with that fault. */
export type SmtpReplies = {
  next(): Promise<SmtpReply>
  fail(error: Error): void
  /** Leaves the socket to another reader: TLS takes it over. */
  release(): void
  readonly failed: Error | null
}

/** Reads the server's lines and hands each reply to who waits for it, who waits at most `limitMs`. */
export function readReplies(socket: Socket, limitMs: number): SmtpReplies {
  const waiting: Waiting[] = []
  let rest = ''
  let lines: string[] = []
  let failed: Error | null = null
  let deadline = 0
  // One coarse clock for each connection: a timer for each of a million replies would cost more than the replies.
  const watch = setInterval(
    () => waiting.length > 0 && Date.now() > deadline && fail(new Error(`no answer within ${limitMs} ms`)),
    Math.min(1_000, limitMs / 4),
  )
  watch.unref()

  function fail(error: Error) {
    if (failed) return
    failed = error
    clearInterval(watch)
    socket.destroy()
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  function onData(chunk: Buffer) {
    rest += chunk.toString('latin1')
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end).trimEnd()
      rest = rest.slice(end + 1)
      if (!/^[2-5]\d\d([ -]|$)/.test(line)) return fail(new Error('the answer is not SMTP'))
      lines.push(line.slice(4))
      if (line[3] === '-') continue
      const next = waiting.shift()
      if (!next) return fail(new Error(`the server hung up with ${line.slice(0, 3)}`))
      deadline = Date.now() + limitMs
      next.resolve({ code: Number(line.slice(0, 3)), lines })
      lines = []
    }
    // A server that never ends its lines would fill the memory.
    if (rest.length + lines.length * 80 > 65_536) fail(new Error('the answer is too long'))
  }

  const onClose = () => fail(new Error('the connection was closed'))
  socket.on('data', onData)
  socket.on('error', fail)
  socket.on('close', onClose)
  return {
    next() {
      if (failed) return Promise.reject(failed)
      if (waiting.length === 0) deadline = Date.now() + limitMs
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    fail,
    release() {
      clearInterval(watch)
      socket.off('data', onData)
      socket.off('error', fail)
      socket.off('close', onClose)
    },
    get failed() {
      return failed
    },
  }
}
