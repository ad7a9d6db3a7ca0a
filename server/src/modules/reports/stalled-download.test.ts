// A download whose client stops reading: over a real socket, whose buffers fill up.
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { askUnread, buildExporter, buildLargeBatch } from '../../../test/unread-download.ts'

let app: TestApp
afterEach(() => app.close())

async function openDownload() {
  app = await openTestApp({ env: { STALLED_EXPORT_SECONDS: '1' } })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const batch = await buildLargeBatch(app)
  const { socket, head, status } = await askUnread(app, batch, await buildExporter(app, batch))
  expect(status).toBe(200)
  const underWay = async () => {
    const rows = await app.db.selectFrom('exports').select('id').where('ended_at', 'is', null).execute()
    return rows.length
  }
  const connections = () => new Promise<number>((resolve) => app.app.server.getConnections((_error, count) => resolve(count)))
  return { socket, head, underWay, connections }
}

test('a download that nobody reads any more is closed, and its place is free', async () => {
  const { socket, underWay, connections } = await openDownload()
  expect([await underWay(), await connections()]).toEqual([1, 1])
  await vi.waitFor(async () => expect([await underWay(), await connections()]).toEqual([0, 0]), { timeout: 10_000 })
  socket.destroy()
})

test('a download that is read slowly comes whole', async () => {
  const { socket, head } = await openDownload()
  const parts = [head]
  socket.on('data', (bytes) => void parts.push(bytes.toString('latin1')))
  // More than half a second of nothing, then what comes in a moment: together longer than the limit, never without a byte for so long.
  let pauses = 0
  while (!parts.at(-1)?.endsWith('0\r\n\r\n') && !socket.destroyed) {
    socket.pause()
    await wait(600)
    pauses += 1
    socket.resume()
    await wait(5)
  }
  expect(pauses).toBeGreaterThanOrEqual(2)
  // One that is broken off has no last part.
  expect(parts.join('').endsWith('0\r\n\r\n')).toBe(true)
  socket.destroy()
})
