import type { Import } from '@regie/contract/files.ts'
import { fileUploadApi, type PartialUpload, uploadPartBytes } from '@regie/contract/stored-files.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeApi } from '../../../test/fake-api.ts'
import { importOfTest } from '../../../test/import-of-test.ts'
import { sendFile } from './send-file.ts'

/** The server's side of an upload: what it has, and what it does with the next part. */
type Fault = 'cut' | 'lostAnswer' | 'busy'
let here = 0
let faults: Fault[] = []
let sent: number[] = []
let delayMs = 1

class FakeUpload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 0
  responseText = ''
  withCredentials = false
  onload = () => undefined
  onerror = () => undefined
  onabort = () => undefined
  #isAborted = false
  open() {}
  getResponseHeader = () => null
  abort() {
    this.#isAborted = true
    this.onabort()
  }
  send(form: FormData) {
    const offset = Number(form.get('offset'))
    const { size } = form.get('file') as File
    this.upload.onprogress?.({ loaded: size / 2, total: size })
    const fault = faults.shift()
    setTimeout(() => {
      if (this.#isAborted) return
      sent.push(offset)
      if (fault === 'cut') return this.onerror()
      if (offset !== here) return this.#answer(409, { error: 'file.otherPlace', params: { offset: here } })
      if (fault === 'busy') return this.#answer(503, { error: 'server.busy' })
      here += size
      if (fault === 'lostAnswer') return this.onerror()
      this.#answer(200, partial())
    }, delayMs)
  }
  #answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
}

const size = 2.5 * uploadPartBytes
const file = new File([new Uint8Array(size)], 'april.csv')
const partial = (): PartialUpload => ({
  ...{ fileID: 9, customerID: 1, scriptID: 2, fileName: 'april.csv', bytes: size, offset: here, uploadedAt: '2026-06-01T08:00:00.000Z' },
})

function prepare(begun = 0, planned: Fault[] = []) {
  ;[here, faults, sent, delayMs] = [begun, planned, [], 1]
  const api = new FakeApi()
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  vi.spyOn(globalThis, 'fetch').mockImplementation(api.fetch)
  api.answer(fileUploadApi.begin, partial)
  api.answer(fileUploadApi.look, partial)
  api.answer(fileUploadApi.finish, (): Import => importOfTest())
  const [progress, waits] = [[] as number[], [] as boolean[]]
  const stop = new AbortController()
  const options = {
    ...{ signal: stop.signal, onProgress: (bytes: number) => void progress.push(bytes), onWait: (is: boolean) => void waits.push(is) },
    ...{ onBegun: () => undefined, waitsMs: [1, 1] },
  }
  return { api, progress, waits, stop, run: () => sendFile({ customerID: 1, scriptID: 2, file }, options) }
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a file is sent part by part, says how far it is, and becomes an import', async () => {
  const { run, api, progress } = prepare()
  expect((await run()).importID).toBe(importOfTest().importID)
  expect(sent).toEqual([0, uploadPartBytes, 2 * uploadPartBytes])
  expect(progress.at(-1)).toBe(size)
  expect(progress).toEqual([...progress].sort((one, other) => one - other))
  expect(api.callsOf(fileUploadApi.begin)[0]?.body.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('a connection that is cut goes on where the server has it, and says that it waits', async () => {
  const { run, waits } = prepare(0, ['cut', 'busy'])
  await run()
  expect(sent.filter((offset) => offset === uploadPartBytes)).toHaveLength(1)
  expect(here).toBe(size)
  expect(waits).toContain(true)
})

test('a part that arrived without its answer is not sent twice', async () => {
  const { run } = prepare(0, ['lostAnswer'])
  await run()
  expect(sent).toEqual([0, uploadPartBytes, 2 * uploadPartBytes])
})

test('one that was begun before goes on from there', async () => {
  const { run } = prepare(uploadPartBytes)
  await run()
  expect(sent).toEqual([uploadPartBytes, 2 * uploadPartBytes])
})

test('after some tries it is for the user, and one that is dropped stops at once', async () => {
  const broken = prepare(0, ['cut', 'cut', 'cut', 'cut', 'cut'])
  faults = Array.from({ length: 20 }, () => 'cut')
  await expect(broken.run()).rejects.toMatchObject({ status: 0 })

  const dropped = prepare()
  delayMs = 1000
  const sending = dropped.run()
  await expect.poll(() => dropped.progress.length).toBeGreaterThan(1)
  dropped.stop.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
})
