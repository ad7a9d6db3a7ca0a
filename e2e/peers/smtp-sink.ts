import net from 'node:net'
import { pathToFileURL } from 'node:url'

/**
 * What the sink does wrong, as a share of the mails (slowMs for all):
 * drop: hangs up before its 250 and forgets the mail; dropAfter: keeps the mail and hangs up before its 250, the one place where nobody can know;
 * tempfail 451, permfail 550 at the end of the text; rcptTempfail, rcptPermfail at the recipient; hang: never answers; refuse: hangs up at once.
 */
export type SinkFaults = Partial<
  Record<'drop' | 'dropAfter' | 'tempfail' | 'permfail' | 'rcptTempfail' | 'rcptPermfail' | 'hang' | 'refuse' | 'slowMs', number>
>

/** `to`: the first that was taken; `recipients`: all of them. */
type SinkMail = { id: string; from: string; to: string; recipients: string[]; text: string; at: number }

export type SmtpSink = {
  port: number
  url: string
  mails: SinkMail[]
  /** How often each X-Regie-Id arrived. */
  counts: Map<string, number>
  readonly total: number
  readonly duplicates: number
  /** What each mail met, by its id, apart from being kept. */
  faults: SinkFaults
  met: Map<string, string[]>
  dropConnections(): void
  close(): Promise<void>
}

type Options = {
  port?: number
  faults?: SinkFaults
  keepText?: boolean
  pipelining?: boolean
  auth?: string
  /** Takes XOAUTH2 alone: does this token let this user in? */
  isGood?(token: string, user: string): boolean
  utf8?: boolean
  refused?: readonly string[]
}

/** A mail server that counts what it gets and misbehaves on request. Tests and benches count by what it remembers. */
export async function openSmtpSink({
  port = 0,
  faults = {},
  keepText = true,
  pipelining = true,
  auth = '',
  isGood,
  utf8 = false,
  refused = [],
}: Options = {}): Promise<SmtpSink> {
  const mails: SinkMail[] = []
  const counts = new Map<string, number>()
  const met = new Map<string, string[]>()
  const sockets = new Set<net.Socket>()
  let total = 0

  function serve(socket: net.Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.setNoDelay(true)
    if (hit('refuse')) return socket.destroy()
    let rest = ''
    let from = ''
    let recipients: string[] = []
    let inText = false
    socket.write('220 sink ESMTP\r\n')
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (;;) {
        if (inText) {
          // Without a recipient the text may be empty: a lone dot.
          const end = rest.startsWith('.\r\n') ? -2 : rest.indexOf('\r\n.\r\n')
          if (end === -1) return
          const text = rest.slice(0, Math.max(0, end))
          rest = rest.slice(end + 5)
          inText = false
          if (!takeMail(socket, { from, recipients, text })) return
          continue
        }
        const end = rest.indexOf('\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        const command = line.slice(0, 4).toUpperCase()
        if (command === 'EHLO')
          socket.write(
            `250-sink\r\n${pipelining ? '250-PIPELINING\r\n' : ''}${isGood ? '250-AUTH XOAUTH2\r\n' : auth ? '250-AUTH PLAIN LOGIN\r\n' : ''}${utf8 ? '250-SMTPUTF8\r\n' : ''}250 8BITMIME\r\n`,
          )
        else if (command === 'AUTH' && isGood)
          // As Microsoft does: a refusal is a question first.
          socket.write(takesToken(line, isGood) ? '235 2.7.0 ok\r\n' : `334 ${Buffer.from('{"status":"401"}').toString('base64')}\r\n`)
        else if (line === '' && isGood) socket.write('535 5.7.3 Authentication unsuccessful\r\n')
        else if (command === 'AUTH')
          socket.write(line === `AUTH PLAIN ${Buffer.from(auth).toString('base64')}` ? '235 ok\r\n' : '535 no\r\n')
        else if (command === 'MAIL') {
          from = line.slice(11, line.indexOf('>'))
          recipients = []
          socket.write('250 ok\r\n')
        } else if (command === 'RCPT') {
          if (hit('rcptTempfail')) socket.write('450 4.2.1 busy\r\n')
          else if (hit('rcptPermfail')) socket.write('550 5.1.1 no such user\r\n')
          else if (refused.includes(line.slice(9, -1))) socket.write('550 5.1.1 no such user\r\n')
          else {
            recipients = [...recipients, line.slice(9, -1)]
            socket.write('250 ok\r\n')
          }
        } else if (command === 'DATA') {
          inText = recipients.length > 0
          socket.write(inText ? '354 go\r\n' : '554 no recipients\r\n')
        } else if (command === 'QUIT') {
          socket.end('221 bye\r\n')
          return
        } else socket.write('250 ok\r\n')
      }
    })
  }

  /** False when the connection is gone or silent for ever. */
  function takeMail(socket: net.Socket, { from, recipients, text }: { from: string; recipients: string[]; text: string }): boolean {
    const id = /^x-regie-id:[ \t]*(.*)$/im.exec(text.slice(0, text.indexOf('\r\n\r\n')))?.[1]?.trim() ?? '?'
    const meets = (fault: keyof SinkFaults) => {
      if (!hit(fault)) return false
      met.set(id, [...(met.get(id) ?? []), fault])
      return true
    }
    if (meets('drop')) return (socket.destroy(), false)
    if (meets('tempfail')) return (socket.write('451 4.3.0 later\r\n'), true)
    if (meets('permfail')) return (socket.write('550 5.1.1 no such user\r\n'), true)
    if (meets('hang')) return false
    total++
    counts.set(id, (counts.get(id) ?? 0) + 1)
    if (keepText) mails.push({ id, from, to: recipients[0] ?? '', recipients, text, at: Date.now() })
    if (meets('dropAfter')) return (socket.destroy(), false)
    if (sink.faults.slowMs) setTimeout(() => socket.write('250 ok\r\n'), sink.faults.slowMs)
    else socket.write('250 ok\r\n')
    return true
  }

  const hit = (fault: keyof SinkFaults) => Math.random() < (sink.faults[fault] ?? 0)
  const server = net.createServer(serve)
  const sink: SmtpSink = {
    port,
    url: '',
    mails,
    counts,
    met,
    faults,
    get total() {
      return total
    },
    get duplicates() {
      return total - counts.size
    },
    dropConnections: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const address = server.address()
  sink.port = typeof address === 'object' && address ? address.port : port
  sink.url = `smtp://127.0.0.1:${sink.port}`
  return sink
}

function takesToken(line: string, isGood: (token: string, user: string) => boolean): boolean {
  const [user = '', bearer = ''] = Buffer.from(line.replace('AUTH XOAUTH2 ', ''), 'base64').toString().split('\u0001')
  return isGood(bearer.replace('auth=Bearer ', ''), user.replace('user=', ''))
}

// By itself, for benches and kill tests: `node e2e/peers/smtp-sink.ts 2525 '{"slowMs":200}'`; SIGUSR2 prints the counts.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sink = await openSmtpSink({
    port: Number(process.argv[2] ?? 2525),
    faults: JSON.parse(process.argv[3] ?? '{}') as SinkFaults,
    keepText: false,
  })
  const report = () =>
    process.stdout.write(`${JSON.stringify({ total: sink.total, unique: sink.counts.size, duplicates: sink.duplicates })}\n`)
  process.stdout.write(`listening on ${sink.url}\n`)
  process.on('SIGUSR2', report)
  process.on('SIGTERM', () => (report(), process.exit(0)))
}
