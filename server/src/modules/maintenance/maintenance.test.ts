import type { AddressInfo } from 'node:net'
import { batchApi } from '@regie/contract/batches.ts'
import { loginApi } from '@regie/contract/login.ts'
import { maintenanceApi } from '@regie/contract/maintenance.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { systemApi } from '@regie/contract/system.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

const message = 'Nieuwe versie <b>om zes uur</b>'

let app: TestApp
let admin: Staff
let staff: Staff
let customerID: number
beforeAll(async () => {
  app = await openTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  customerID = (await app.build.customer()).id
  admin = await app.build.staff({ rights: [Right.viewBatches, Right.systemStatus], customers: [customerID] })
  staff = await app.build.staff({ rights: [Right.viewBatches], customers: [customerID] })
})
afterEach(() => turn(false))
afterAll(() => app.close())

const listBatches = (as: Staff | null) => app.call(batchApi.list, { query: { customerID } }).as(as)

/** Switches maintenance and waits until the process has heard of it. */
async function turn(on: boolean, until: string | null = null) {
  const answer = await app.call(maintenanceApi.change, { body: { on, message: on ? message : '', until } }).as(admin)
  await vi.waitFor(async () => expect((await listBatches(staff)).status).toBe(on ? 503 : 200), { timeout: 15_000 })
  return answer
}

test('while there is maintenance everybody hears so, except who looks after it', async () => {
  const until = '2026-06-03T16:00:00.000Z'
  expect(await turn(true, until)).toMatchObject({ status: 200, body: { on: true, message, until } })
  for (const caller of [staff, null]) {
    const answer = await listBatches(caller)
    expect(answer).toMatchObject({ status: 503, body: { error: 'maintenance.on', params: { message } }, headers: { 'retry-after': '30' } })
  }
  expect((await listBatches(admin)).status).toBe(200)
  expect((await app.call(maintenanceApi.get).asNobody()).body).toEqual({ on: true, message, until })
  for (const endpoint of [systemApi.health, systemApi.ready, systemApi.openApi, loginApi.ping])
    expect((await app.call(endpoint).asNobody()).status).toBe(200)
  // He has to be able to sign in to end it.
  const signIn = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { origin: app.origin },
    payload: { username: admin.username, password: admin.password },
  })
  expect(signIn.statusCode).toBe(200)
  expect((await app.call(maintenanceApi.change, { body: { on: false, message: '', until: null } }).as(staff)).status).toBe(403)
  await turn(false)
  expect((await listBatches(staff)).status).toBe(200)
})

test('providers and payers are served on: money and receipts are not lost', async () => {
  await turn(true)
  const hook = await app.app.inject({
    method: 'POST',
    url: '/api/hooks/nobody',
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  })
  expect(hook.statusCode).toBe(404)
  expect((await app.app.inject({ url: '/p/AAAAAAAAAAAAAAAAAAAAAA' })).statusCode).not.toBe(503)
})

test('open screens hear that maintenance begins, those of who looks after it do not, and new ones are sent away', async () => {
  const url = `ws://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/api/live`
  const open = (as: Staff) => {
    const socket = new WebSocket(url, { headers: { cookie: app.cookieOf(as), origin: app.origin } })
    const heard: unknown[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data))))
    const status = new Promise<number | undefined>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
      socket.on('open', () => resolve(101))
      socket.on('error', () => undefined)
    })
    return { socket, heard, status }
  }
  const [screen, keeper] = [open(staff), open(admin)]
  expect([await screen.status, await keeper.status]).toEqual([101, 101])
  await turn(true)
  await vi.waitFor(() => expect(screen.heard).toEqual([{ t: 'session', reason: 'maintenance' }]), { timeout: 15_000 })
  expect(keeper.heard).toEqual([])
  const late = open(staff)
  expect(await late.status).toBe(503)
  screen.socket.close()
  keeper.socket.close()
})
