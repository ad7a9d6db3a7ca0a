import type { AuditRow } from '@regie/contract/audit.ts'
import { expect, test } from 'vitest'
import { actsOf, entriesOf, wholeOf } from './audit-entries.ts'

const line = (auditID: number, at: string, username: string, action: string, entityID = '') =>
  ({ auditID, at, username, action, via: 'session', entity: 'case', entityID, requestID: `request ${auditID}` }) as AuditRow
const lines = [
  line(6, '2026-11-22T10:03:00.000Z', 'mees', 'users.change'),
  line(5, '2026-11-22T10:02:00.000Z', 'mees', 'users.change'),
  line(4, '2026-11-22T10:01:00.000Z', 'tess', 'users.change'),
  line(3, '2026-11-22T10:00:00.000Z', 'mees', 'cases.close'),
  line(2, '2026-11-21T23:30:00.000Z', 'mees', 'cases.close'),
  line(1, '2026-11-21T10:00:00.000Z', 'mees', 'cases.close'),
]
const short = (openID: string) =>
  entriesOf(lines, openID).map((entry) =>
    entry.kind === 'day' ? entry.at.slice(0, 10) : entry.kind === 'act' ? entry.act.line.auditID : `${entry.acts.length}x`,
  )

test('equal acts in a row of one person are one line, within their day in Amsterdam', () => {
  // Half past eleven in the evening, UTC, is the next day here.
  expect(short('')).toEqual(['2026-11-22', '2x', 4, '2x', '2026-11-21', 1])
})

test('the one that is open shows all of its lines beneath it, whichever of them the address names', () => {
  expect(short('5')).toEqual(['2026-11-22', '2x', 6, 5, 4, '2x', '2026-11-21', 1])
  expect(short('6')).toEqual(short('5'))
})

test('what came from another address, was done for another customer or to another kind of thing is a line of its own', () => {
  const at = '2026-11-22T10:00:00.000Z'
  const one = { ...line(1, at, 'mees', 'session.signIn'), address: '192.0.2.1', customerID: 1 }
  const kindsOf = (...others: Partial<AuditRow>[]) =>
    entriesOf([...others.map((other, index) => ({ ...one, requestID: `other ${index}`, ...other }) as AuditRow), one as AuditRow], '').map(
      ({ kind }) => kind,
    )
  expect(kindsOf({})).toEqual(['day', 'fold'])
  expect(kindsOf({ entityID: '9' })).toEqual(['day', 'fold'])
  for (const other of [{ address: '203.0.113.9' }, { customerID: 2 }, { entity: 'user' }])
    expect(kindsOf(other)).toEqual(['day', 'act', 'act'])
  expect(kindsOf({}, { address: '203.0.113.9' }, {})).toEqual(['day', 'act', 'act', 'fold'])
  const look = { action: 'cases.get' }
  expect(
    entriesOf(
      [
        { ...one, ...look, requestID: 'other', address: '203.0.113.9' },
        { ...one, ...look },
      ] as AuditRow[],
      '',
    ),
  ).toHaveLength(3)
})

test('looks at one case are one line, whatever part of it was looked at; another case is another line', () => {
  const at = '2026-11-22T10:00:00.000Z'
  const looks = [
    line(4, at, 'mees', 'cases.timeline', '12'),
    line(3, at, 'mees', 'cases.get', '12'),
    line(2, at, 'mees', 'cases.get', '13'),
    line(1, at, 'mees', 'cases.close', '13'),
  ]
  expect(entriesOf(looks, '').map((entry) => entry.kind)).toEqual(['day', 'fold', 'act', 'act'])
})

const ofRequest = (auditID: number, entity: string, entityID: string, more: Partial<AuditRow> = {}) =>
  ({ ...line(auditID, '2026-11-22T10:00:00.000Z', 'mees', 'cases.setResult', entityID), requestID: 'one', entity, ...more }) as AuditRow

test('what one request left is one act, of the case rather than of its note; what a colleague did in the same moment stands apart', () => {
  const result = [ofRequest(4, 'callback', '7'), ofRequest(3, 'note', '9'), ofRequest(1, 'case', '12')]
  const between = ofRequest(2, 'case', '13', { username: 'tess', requestID: 'two' })
  const entries = entriesOf([...result.slice(0, 2), between, ...result.slice(2)], '')
  expect(entries.map((entry) => (entry.kind === 'act' ? [entry.act.line.auditID, entry.act.lines.length] : entry.kind))).toEqual([
    'day',
    [1, 3],
    [2, 1],
  ])
})

test('an act of a batch is of the batch; without a request the lines of one moment about one case are one act', () => {
  const closing = { action: 'batches.close' }
  const [act, ...others] = actsOf([ofRequest(2, 'case', '12', closing), ofRequest(1, 'batch', '3', closing)])
  expect([act?.line.auditID, others.length]).toEqual([1, 0])
  const byJob = (auditID: number, entity: string, entityID: string, second: number, caseID?: number) =>
    ofRequest(auditID, entity, entityID, {
      requestID: null,
      at: `2026-11-22T10:00:0${second}.500Z`,
      after: caseID === undefined ? null : { case_id: caseID },
    })
  const acts = actsOf([byJob(5, 'case', '12', 4), byJob(4, 'note', '9', 4, 12), byJob(3, 'case', '13', 4), byJob(2, 'case', '13', 1)])
  expect(acts.map(({ lines: of }) => of.map(({ auditID }) => auditID))).toEqual([[5, 4], [3], [2]])
})

test('the same to many with one request is folded, and opens to each of them', () => {
  const bulk = [ofRequest(3, 'case', '12'), ofRequest(2, 'case', '13'), ofRequest(1, 'case', '14')]
  expect(entriesOf(bulk, '').map((entry) => (entry.kind === 'fold' ? entry.acts.length : entry.kind))).toEqual(['day', 3])
  expect(entriesOf(bulk, '2').map((entry) => entry.kind)).toEqual(['day', 'fold', 'act', 'act', 'act'])
})

test('two things that one request did to one case are one act', () => {
  expect(actsOf([ofRequest(2, 'case', '12'), ofRequest(1, 'case', '12')]).map(({ lines }) => lines.length)).toEqual([2])
})

test('several lines about one thing read as one: what was before the first, and after the last', () => {
  const of = (auditID: number, before: AuditRow['before'], after: AuditRow['after']) => ofRequest(auditID, 'case', '12', { before, after })
  const [act] = actsOf([
    of(2, { result: 'LINK', status: 'open' }, { result: 'BET', status: 'closed' }),
    of(1, { result: null }, { result: 'LINK' }),
  ])
  if (act === undefined) throw new Error('no act')
  expect(wholeOf(act)).toMatchObject({ before: { result: null, status: 'open' }, after: { result: 'BET', status: 'closed' } })
})

test('thousands of lines that a job left are read in no time', () => {
  const at = (index: number) => new Date(Date.UTC(2026, 10, 22, 12) - index * 5).toISOString()
  const many = Array.from({ length: 3_000 }, (_, index) =>
    ofRequest(3_000 - index, 'case', String(index + 1), { requestID: null, at: at(index) }),
  )
  const began = performance.now()
  expect(actsOf(many)).toHaveLength(3_000)
  // With each line compared to all before it this takes half a minute.
  expect(performance.now() - began).toBeLessThan(10_000)
})
