import { once } from 'node:events'
import { Socket } from 'node:net'
import { WebSocket } from 'ws'

type Options = { url: string; cookie: string; customerId: number; caseId: number }
type Row = { batchID: number; comments: string }
export type LiveTab = Awaited<ReturnType<typeof openLiveTab>>

// What all hear are the same bytes behind its number: they are read once.
let lastNews: Buffer = Buffer.alloc(0)
let lastRows: readonly Row[] = []
function rowsIn(news: Buffer): readonly Row[] {
  if (!news.equals(lastNews)) [lastNews, lastRows] = [news, (JSON.parse(news.toString()) as { upsert?: Row[] }).upsert ?? []]
  return lastRows
}

const [batches, oneCase] = [1, 2]
const head = /^\{"t":"delta","id":(\d+),"seq":(\d+),"d":/
const headBytesMax = 80

/** A browser tab that shows the batches of a customer and one case: it asks once, follows, and keeps what it shows by the news alone. */
export async function openLiveTab({ url, cookie, customerId, caseId }: Options) {
  let showing = new Map<number, string>()
  let socket: WebSocket
  let numbers = new Map<number, number>()
  // When the case changed of which the news are still to come, in their order.
  let awaited: number[] = []
  let isMeasuring = false
  const tab = {
    caseId,
    delays: [] as number[],
    missed: 0,
    isClosed: false,
    port: 0,
    pause,
    beginMeasuring,
    expectNews,
    comeBack,
    shows,
    close,
  }

  function hear(message: Buffer, at: number) {
    const found = head.exec(message.toString('latin1', 0, headBytesMax))
    if (!found) return
    const [id, seq] = [Number(found[1]), Number(found[2])]
    tab.missed += seq - (numbers.get(id) ?? 1) - 1
    numbers.set(id, seq)
    if (id === batches) for (const row of rowsIn(message.subarray(found[0].length, -1))) showing.set(row.batchID, row.comments)
    else {
      const changedAt = awaited.shift()
      if (isMeasuring && changedAt !== undefined) tab.delays.push(at - changedAt)
    }
  }

  async function open() {
    const fresh = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { headers: { cookie, origin: url }, perMessageDeflate: false })
    socket = fresh
    numbers = new Map()
    fresh.on('error', () => undefined)
    fresh.on('close', () => (tab.isClosed = true))
    await new Promise((resolve, reject) => fresh.once('open', resolve).once('error', reject))
    const wire: unknown = Reflect.get(fresh, '_socket')
    tab.port = wire instanceof Socket ? (wire.localPort ?? 0) : 0
    tab.isClosed = false
    // What comes before the answer is kept and counts after it, as a browser merges news into what it asked for.
    const early: Buffer[] = []
    let isFilled = false
    let snaps = 0
    const ready = new Promise<void>((resolve) => {
      fresh.on('message', (data: Buffer) => {
        const at = performance.now()
        if (isFilled) return hear(data, at)
        if (data.includes('"t":"snap"') && ++snaps === 2) resolve()
        early.push(data)
      })
    })
    fresh.send(JSON.stringify({ t: 'sub', id: batches, d: { topic: 'batches', customerID: customerId } }))
    fresh.send(JSON.stringify({ t: 'sub', id: oneCase, d: { topic: 'case', caseID: caseId } }))
    await ready
    const answer = await fetch(`${url}/api/batches?customerID=${customerId}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`the list was answered with ${answer.status}`)
    const { rows } = (await answer.json()) as { rows: Row[] }
    showing = new Map(rows.map(({ batchID, comments }) => [batchID, comments]))
    for (const message of early) hear(message, performance.now())
    isFilled = true
  }

  /** Takes nothing more from its socket: what is sent to it fills the buffers of the kernel. */
  function pause() {
    socket.pause()
  }
  function beginMeasuring() {
    isMeasuring = true
  }
  function expectNews(at: number) {
    awaited.push(at)
  }
  /** Reads on to the end of its socket, and opens another one. Answers the code with which it ended. */
  async function comeBack(): Promise<number> {
    const code = tab.isClosed ? 1006 : await endOf(socket)
    awaited = []
    await open()
    return code
  }
  function shows(shown: ReadonlyMap<number, string>) {
    return [...shown].every(([id, comments]) => showing.get(id) === comments)
  }
  function close() {
    socket.terminate()
  }

  await open()
  return tab
}

async function endOf(socket: WebSocket): Promise<number> {
  const ended = once(socket, 'close')
  socket.resume()
  // One that was never closed is ended here: the trial has said so by then.
  setTimeout(() => socket.terminate(), 10_000).unref()
  const [code] = (await ended) as [number]
  return code
}
