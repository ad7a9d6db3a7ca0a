import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { whyApi } from '@regie/contract/why.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { blacklistPerson } from '../arrangements/blacklist/blacklist-person.ts'
import { recheckUnreachable } from './recheck-unreachable.ts'

const rights = [Right.viewCases, Right.viewBatches, Right.changeCases, Right.changeInputFields, Right.viewPersonalData]
const portion = 2
const goOn = new AbortController().signal

let app: TestApp
let staff: Staff
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())

const placeOf = async ({ id }: BuiltCase) => {
  const { line } = (await app.call(whyApi.case, { params: { caseID: id } }).as(staff)).body
  return [line.place, line.reason]
}
const recheck = () => recheckUnreachable(app.services.db, app.clock.now(), goOn, portion)

async function changePhone({ id }: BuiltCase, telefoon1: string): Promise<number> {
  const params = { caseID: id }
  const { version } = (await app.call(caseApi.get, { params, query: {} }).as(staff)).body
  return (await app.call(caseActionApi.change, { params, body: { version, fields: { telefoon1 } } }).as(staff)).status
}

async function callScript() {
  return app.build.script({
    steps: [
      { kind: 'call', key: 'bel', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 60 } },
      { kind: 'finish', key: 'end', settings: { result: 'RET' } },
    ],
  })
}

test('a number that a case gets while another puts it on the blacklist holds the case back in the funnel after the next look', async () => {
  const batch = await app.build.batch({ script: await callScript() })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const listed = await app.build.case({ batch, phone: '+31201234567', email: null })
  const others = await Promise.all([1, 2, 3].map((n) => app.build.case({ batch, phone: `+3120765432${n}`, email: null })))
  const gets = others.at(-1) ?? listed
  const tx = await app.services.db.startTransaction().execute()
  const by = { userId: staff.userId, username: 'kim' }
  await blacklistPerson(
    tx,
    { customerId: batch.customerId, caseId: listed.id, by, now: app.clock.now() },
    { retention: '1y', reason: 'AFM' },
  )
  // Neither sees what the other writes.
  expect(await changePhone(gets, '0201234567')).toBe(200)
  await tx.commit().execute()
  await recheck()
  expect(await Promise.all([listed, ...others].map(placeOf))).toEqual([
    ['unreachable', 'blacklisted'],
    ['contactable', null],
    ['contactable', null],
    ['unreachable', 'blacklisted'],
  ])
})

test('who is kept as unreachable without a reason is contactable after the next look', async () => {
  const batch = await app.build.batch({ script: await callScript() })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  const one = await app.build.case({ batch, phone: '+31201234599', email: null })
  await app.db.updateTable('case_runs').set({ unreachable: 'blacklisted' }).where('case_id', '=', one.id).execute()
  expect(await placeOf(one)).toEqual(['unreachable', 'blacklisted'])
  await recheck()
  expect(await placeOf(one)).toEqual(['contactable', null])
})
