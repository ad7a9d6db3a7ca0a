import { connect } from 'node:net'
import { checksAtOnceMax, uploadBytesMax } from '@regie/contract/files.ts'
import { usualDuplicateRule } from '@regie/contract/import-columns.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImportStory } from '../../../test/import-story.ts'
import { openHttpServer } from '../../platform/http/http-server.ts'
import { mountRoutes } from '../../platform/http/mount-routes.ts'
import { openLog } from '../../platform/log.ts'
import type { Services } from '../../services.ts'
import { changeMapping } from './change-mapping.ts'
import { importRoutes } from './import-routes.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
let app: Awaited<ReturnType<typeof openHttpServer>>
let origin: string
beforeAll(async () => {
  story = await openImportStory()
  const log = openLog('silent')
  app = await openHttpServer({ log, publicUrl: 'http://127.0.0.1', trustProxy: [], allowedHosts: [], stalledAnswerMs: 60_000 })
  const caller = { ...story.caller, rights: [Right.uploadFiles] }
  // Imports reach the world by rows alone.
  const services = {
    db: story.db,
    pool: story.pool,
    clock: { now: () => new Date() },
    config: { customerFilesMegabytes: 1000, virusScanner: null },
  } as Services
  await app.register(
    async (api) =>
      mountRoutes(api, importRoutes, {
        servicesOf: () => services,
        findCaller: async () => caller,
        publicUrl: 'http://127.0.0.1',
        stalledExportMs: 30_000,
      }),
    { prefix: '/api' },
  )
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await story.drop()
})

async function send(
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'lijst.csv', customerID = story.customerId, scriptID = story.scriptId } = {},
) {
  const form = new FormData()
  form.append('customerID', String(customerID))
  form.append('scriptID', String(scriptID))
  form.append('file', new Blob([content]), name)
  const answer = await fetch(`${origin}/api/files/upload`, { method: 'POST', body: form, headers: { 'sec-fetch-site': 'same-origin' } })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('an uploaded file is on its way to be checked', async () => {
  const { status, body } = await send('dossiernummer;openstaand\r\nH1;1,00')
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'reading', fileName: 'lijst.csv', bytes: 33 } })
  await story.check(Number(body['importID']))
  const answer = await fetch(`${origin}/api/imports/${String(body['importID'])}`)
  expect(await answer.json()).toMatchObject({ status: 'ready', counts: { new: 1, unreachable: 1 } })
  expect((await fetch(`${origin}/api/imports/${String(body['importID'])}/errors`)).status).toBe(404)
})

test('of one user so many files are checked at a time, and one more when one is ready', async () => {
  const { body: ready } = await send('dossiernummer;openstaand\r\nT0;1,00')
  await story.check(Number(ready['importID']))
  const under = await story.db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', 'in', ['reading', 'checking'])
    .executeTakeFirstOrThrow()
  const sent = []
  for (let no = under.count; no < checksAtOnceMax; no += 1) sent.push(await send(`dossiernummer;openstaand\r\nT${no};1,00`))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  // The more of theirs wait, the later the next comes: a colleague's file is not behind all of them.
  const last = String(sent.at(-1)?.body['importID'])
  const { rows } = await sql<{ priority: number }>`
    select priority from pgboss.job where name = 'checkImport' and data ->> 'importId' = ${last}`.execute(story.db)
  expect(rows).toEqual([{ priority: 1 - checksAtOnceMax }])
  expect(await send('dossiernummer;openstaand\r\nT99;1,00')).toMatchObject({
    status: 429,
    body: { error: 'file.checksUnderWay', params: { count: checksAtOnceMax } },
  })
  const columns = ['dossiernummer', 'openstaand'].map((field, index) => ({ index, fields: [{ field, transform: null }] }))
  const again = { columns, constants: [], duplicates: usualDuplicateRule, dateOrder: null, decimalMark: null }
  const checkAgain = () => changeMapping(story, story.caller, Number(ready['importID']), again)
  await expect(checkAgain()).rejects.toMatchObject({ code: 'file.checksUnderWay' })
  for (const { body } of sent) await story.check(Number(body['importID']))
  expect((await send('dossiernummer;openstaand\r\nT99;1,00')).status).toBe(200)
  expect((await checkAgain()).status).toBe('checking')
})

test('10 MB is taken, a byte more is refused', async () => {
  expect((await send(new Uint8Array(uploadBytesMax).fill(97))).status).toBe(200)
  expect(await send(new Uint8Array(uploadBytesMax + 1).fill(97))).toMatchObject({
    status: 413,
    body: { error: 'file.tooLarge', params: { megabytes: 10 } },
  })
})

test('a file that is too large is refused before the rest of it is read', async () => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const head = `--x\r\ncontent-disposition: form-data; name="customerID"\r\n\r\n${story.customerId}\r\n--x\r\ncontent-disposition: form-data; name="scriptID"\r\n\r\n${story.scriptId}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
  socket.write(
    `POST /api/files/upload HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nsec-fetch-site: same-origin\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 500000000\r\n\r\n${head}`,
  )
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', (bytes) => resolve(String(bytes)))
    socket.once('error', reject)
    socket.write(Buffer.alloc(uploadBytesMax + 65_536, 'a'))
  })
  socket.destroy()
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
})

test('content decides, not the name', async () => {
  expect(await send(Buffer.from('PK\x03\x04xl/workbook'), { name: 'lijst.csv' })).toMatchObject({
    status: 422,
    body: { error: 'file.zipBroken' },
  })
  expect(await send(Buffer.from('a;b\r\n\0;2'))).toMatchObject({ status: 415 })
  expect(await send(new Uint8Array())).toMatchObject({ status: 422, body: { error: 'file.empty' } })
  expect((await send('dossiernummer;openstaand\r\nH2;1,00', { name: '../../x.exe' })).body).toMatchObject({ fileName: 'x.exe' })
})

test("another customer's tray does not exist, nor a script that is not his", async () => {
  expect(await send('a;b\r\n1;2', { customerID: 999 })).toMatchObject({ status: 404, body: { error: 'customer.notFound' } })
  expect(await send('a;b\r\n1;2', { scriptID: 999 })).toMatchObject({ status: 404, body: { error: 'script.notFound' } })
})
