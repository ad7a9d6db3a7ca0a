import WebSocket from 'ws'

export type LiveCrowd = { sockets: WebSocket[]; deliveries: number; bytes: number; connectMs: number; reset(): void; close(): void }
type Options = {
  url: string
  count: number
  headersOf?: (socket: number) => Record<string, string>
  hello?: string
  isReady?: (text: string) => boolean
  heard: (text: string, at: number) => void
}

/** Opens so many sockets and hands on what they hear. The same text is handed on once per socket, but parsing it is up to the listener. */
export async function openLiveCrowd({ url, count, headersOf = () => ({}), hello, isReady, heard }: Options): Promise<LiveCrowd> {
  const began = performance.now()
  const crowd: LiveCrowd = {
    sockets: [],
    deliveries: 0,
    bytes: 0,
    connectMs: 0,
    reset: () => {
      crowd.deliveries = 0
      crowd.bytes = 0
    },
    close: () => crowd.sockets.forEach((socket) => socket.terminate()),
  }
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(url, { headers: headersOf(crowd.sockets.length), perMessageDeflate: false })
      crowd.sockets.push(socket)
      socket.once('error', reject)
      socket.once('close', (code) => reject(new Error(`a socket was closed with ${code}`)))
      socket.once('open', () => (hello === undefined ? resolve() : socket.send(hello)))
      socket.on('message', (data: Buffer) => {
        const text = data.toString()
        if (isReady?.(text)) return resolve()
        crowd.deliveries++
        crowd.bytes += data.length
        heard(text, Date.now())
      })
    })
  // Fifty at a time: the queue of a listening port is short.
  for (let opened = 0; opened < count; opened += 50) await Promise.all(Array.from({ length: Math.min(50, count - opened) }, open))
  crowd.connectMs = performance.now() - began
  return crowd
}
