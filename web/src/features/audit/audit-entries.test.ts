import type { AuditRow } from '@regie/contract/audit.ts'
import { expect, test } from 'vitest'
import { entriesOf } from './audit-entries.ts'

const line = (auditID: number, at: string, username: string, action: string, entityID = '') =>
  ({ auditID, at, username, action, via: 'session', entity: 'case', entityID }) as AuditRow
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
    entry.kind === 'day' ? entry.at.slice(0, 10) : entry.kind === 'line' ? entry.line.auditID : `${entry.lines.length}x`,
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
    entriesOf([...others.map((other) => ({ ...one, ...other }) as AuditRow), one as AuditRow], '').map(({ kind }) => kind)
  expect(kindsOf({})).toEqual(['day', 'fold'])
  expect(kindsOf({ entityID: '9' })).toEqual(['day', 'fold'])
  for (const other of [{ address: '203.0.113.9' }, { customerID: 2 }, { entity: 'user' }])
    expect(kindsOf(other)).toEqual(['day', 'line', 'line'])
  expect(kindsOf({}, { address: '203.0.113.9' }, {})).toEqual(['day', 'line', 'line', 'fold'])
  const look = { action: 'cases.get' }
  expect(
    entriesOf(
      [
        { ...one, ...look, address: '203.0.113.9' },
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
  expect(entriesOf(looks, '').map((entry) => entry.kind)).toEqual(['day', 'fold', 'line', 'line'])
})
