import { smsApi } from '@regie/contract/sms.ts'
import { Right } from '@regie/contract/right-codes.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2027-03-02T10:02:00Z' })
})
afterAll(() => app.close())

test('many who look at the same moment share one answer; a change is seen at once', async () => {
  const { customerId: customerID, script } = await app.build.batch()
  const staff = await app.build.staff({ rights: [Right.viewSmsDashboard, Right.pauseSms], customers: [customerID] })
  const look = () => app.call(smsApi.dashboard, { query: { customerID } }).as(staff)
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  await Promise.all([look(), look(), look()])
  await look()
  const read = statements.mock.calls.filter(([query]) => JSON.stringify(query).includes('sms_started_at')).length
  statements.mockRestore()
  expect(read).toBe(2)
  const body = { customerID, scriptID: script.id, state: 'forever', until: null } as const
  expect((await app.call(smsApi.pause, { body }).as(staff)).body.scripts).toMatchObject([{ pause: 'forever' }])
  expect((await look()).body.scripts).toMatchObject([{ pause: 'forever' }])
  const stranger = await app.build.staff({ rights: [Right.viewSmsDashboard], customers: [(await app.build.customer()).id] })
  expect((await app.call(smsApi.dashboard, { query: { customerID } }).as(stranger)).status).toBe(404)
})
