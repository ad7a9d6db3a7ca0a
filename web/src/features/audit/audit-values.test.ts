import type { AuditRow } from '@regie/contract/audit.ts'
import { changeText } from '@regie/contract/audit-values/changes.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { needTexts } from '../../locales/locale-store.ts'
import { shellFiles } from '../../locales/start-files.ts'
import { reasonsOf } from './audit-reasons.ts'
import { changesOf, fieldText } from './audit-values.ts'
import { doneName } from './audit-words.ts'

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'nl', setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  await needTexts([...shellFiles, 'arrangements', 'audit', 'templates'])
})

const line = (entity: string, before: AuditRow['before'], after: AuditRow['after'], names = {}) => ({ entity, before, after, names })
const words = (...of: Parameters<typeof line>) => changesOf(line(...of)).map((change) => changeText(change).replaceAll('\u00a0', ' '))

test('a change says its values in words: a choice, an amount in its currency, a day, what was empty', () => {
  expect(words('case', { status: 'open', result: null }, { status: 'closed', result: 'BET' })).toEqual([
    'resultaat: Betaald',
    'status: Open → Gesloten',
  ])
  expect(words('case', { outstanding_cents: 12_345 }, { outstanding_cents: 900, currency: 'USD' })[0]).toMatch(
    /^vordering: .*123,45 → .*9,00$/,
  )
  expect(words('promise', { state: 'open' }, { state: 'broken' })).toEqual(['stand: Loopt → Verbroken'])
  expect(words('case', { expires_on: null }, { expires_on: '2025-03-01' })).toEqual(['vervalt op: 1 mrt 2025'])
  expect(words('user', { locked: false, email: 'x' }, { locked: true, email: null })).toEqual(['vergrendeld: nee → ja', 'e-mail: x → –'])
})

test('a new thing says what it holds, without its number, its maker and what stayed empty', () => {
  const callback = {
    id: 9,
    case_id: 12,
    created_at: '2025-03-01T09:00:00+00:00',
    by_user: 'tess',
    note: 'Na vijf uur',
    state: 'open',
    channel: null,
  }
  expect(words('callback', null, callback)).toEqual(['stand: Open', 'notitie: Na vijf uur'])
})

test('what holds fields of its own reads as their names and values; a number of a thing as its name', () => {
  expect(words('case', { fields: {} }, { fields: { city: 'Ede', postcode: '' } })).toEqual(['plaats: Ede'])
  const script = line('batch', null, { script_id: 4 }, { 'script:4': 'Telecom' })
  expect(fieldText(script, 'script_id', 4)).toBe('Telecom')
  expect(fieldText(line('batch', null, null), 'script_id', 5)).toBe('nr. 5 (niet meer te vinden)')
})

test('hours say their days, and a chat channel who is in it', () => {
  expect(words('webChat', null, { hours: [{ start: '08:00', end: '22:00', weekdays: [1, 2, 3, 4, 5] }] })).toEqual([
    'tijden: van: 08:00, tot: 22:00, weekdagen: ma–vr',
  ])
  expect(words('chatChannel', null, { kind: 'direct' })).toEqual(['soort: tussen twee collega’s'])
})

test('the chat channel of all has the word that the chat has for it; of what is gone the number alone is known', () => {
  const message = line('chatMessage', null, { channel_id: 2 }, { 'chatChannel:2': '' })
  expect(fieldText(message, 'channel_id', 2)).toBe('Algemeen')
  expect(fieldText(line('chatMessage', null, null), 'channel_id', 2)).toBe('nr. 2 (niet meer te vinden)')
})

test('why a template was activated is the note of its revision; the note of a call-back is no reason', () => {
  const row = { auditID: 1, at: '2026-06-03T09:00:00.000Z', customerID: 1, userID: 1, username: 'tess', via: 'session' as const }
  const rest = { address: null, requestID: null, action: 'templates.activate', entityID: '1', names: {} }
  const of = (entity: string) => ({ ...row, ...rest, entity, before: { note: '' }, after: { note: 'Nieuwe tarieven' } })
  expect(reasonsOf([of('templateRevision')])).toEqual(['Nieuwe tarieven'])
  expect(reasonsOf([of('callback')])).toEqual([])
})

test('a word that the product does not know stays as it was written', () => {
  expect(words('case', null, { result: 'EIGEN', status: 'open' })).toEqual(['resultaat: EIGEN', 'status: Open'])
  expect(words('case', null, { result: 'toString' })).toEqual(['resultaat: toString'])
})

test('of what is kept as one value only what differs is said, and of many parts their number', () => {
  const piece = (id: string, html: string) => ({ id, type: 'button', label: html })
  const before = {
    written: { nl: { subject: 'Uw factuur', blocks: [piece('a', 'Een'), piece('b', 'Twee')] } },
    options: { amountStyle: 'symbol', formal: true },
  }
  const after = {
    written: { nl: { subject: 'Uw factuur', blocks: [piece('a', 'Een'), piece('b', 'Drie')] } },
    options: { amountStyle: 'bare', formal: true },
  }
  expect(words('templateRevision', before, after)).toEqual([
    'Nederlands · onderdelen: Knop, opschrift: Twee → Knop, opschrift: Drie',
    'schrijfwijze van bedragen: Met teken: € 1.234,56 → Alleen het getal: 1.234,56',
  ])
  const columns = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [key, { field: key }]))
  expect(words('script', { import_mapping: null }, { import_mapping: { columns } })).toEqual(['kolomkoppeling: 6 onderdelen'])
})

test('a choice that is kept as a number is said in words', () => {
  const [before, after] = [{ options: { queuePriority: 3 } }, { options: { queuePriority: 1 } }]
  expect(words('templateRevision', before, after)).toEqual(['voorrang bij het versturen: 3 – gewoon → 1 – eerst'])
})

test('a version names its thing once, a colleague stands by name, and what the log does not keep says so', () => {
  const names = { 'templateRevision:2': '3 (Herinnering)', 'templateRevision:25': '4 (Herinnering)', 'user:1': 'tess' }
  expect(words('template', { live_revision_id: 2 }, { live_revision_id: 25 }, names)).toEqual(['live revisie: 3 → 4 (Herinnering)'])
  expect(words('conversation', { assigned_to: null }, { assigned_to: 1 }, names)).toEqual(['toegewezen aan: tess'])
  expect(words('note', null, { text: '***' })).toEqual(['tekst: verborgen'])
  expect(words('payment', { undo_entry_id: 3, payment_link_id: null }, { undo_entry_id: 4, payment_link_id: 9 })).toEqual([])
})

test('the steps of a script that changed are called by their names', () => {
  const wait = (minutes: number) => ({ key: 'wacht', name: 'Wacht even', kind: 'wait', next: 'klaar', settings: { minutes } })
  const end = { key: 'klaar', kind: 'finish', settings: { result: 'BET' } }
  expect(words('scriptDraft', { steps: [wait(60), end] }, { steps: [wait(120), end] })).toEqual(['stappen: gewijzigd: Wacht even'])
  expect(words('scriptDraft', null, { steps: [wait(60), end] })).toEqual(['stappen: Wacht even, Klaar'])
})

test('an act of an endpoint that locks or unlocks says which of the two it was', () => {
  const act = (after: AuditRow['after']) => doneName({ action: 'batches.lock', after })
  expect(act({ locked_at: '2026-06-03T09:00:00Z', lock_reason: 'Bezwaar' })).toBe('Batch vergrendeld')
  expect(act({ lock_reason: 'Bezwaar van de gemeente', locked_at: null })).toBe('Batch ontgrendeld')
  // Of the second of two reasons the moment may be left out.
  expect(act(null)).toBe('Batch vergrendeld of ontgrendeld')
  expect(doneName({ action: 'batches.close', after: { locked_at: null } })).toBe('Batch gesloten')
})
