import { expect, test } from 'vitest'
import { placeOf, readChoices, type ReportSearch, searchNames } from './report-choices.ts'

const bare = Object.fromEntries(searchNames.map((name) => [name, ''])) as ReportSearch
const searchOf = (address: string): ReportSearch => ({ ...bare, ...Object.fromEntries(new URL(address, 'http://x').searchParams) })

test('all that is chosen is found again at its address, also a heading with marks of ours in it', () => {
  const chosen = readChoices({}, { ...bare, batches: '7,9', from: '2026-03-01', until: '2026-03-31', output: 'excel', status: 'open' })
  const columns = [
    { input: 'name', report: 'Naam, ~ 100% & “klant”' },
    { input: 'field:klantnummer', report: 'Klantnummer' },
  ]
  const address = placeOf('output', { ...chosen, columns })
  expect(address).toMatch(/^\/reports\/batches\/7\/output\?/)
  expect(readChoices({ batchID: '7' }, searchOf(address))).toEqual({ ...chosen, columns })
})

test('of a script the days stand in the path, and no days are two noughts', () => {
  const chosen = readChoices({}, { ...bare, kind: 'script', script: '4' })
  expect(placeOf('columns', chosen)).toBe('/reports/scripts/4/0/0')
  const read = readChoices({ scriptID: '4', start: '2026-03-01', end: '2026-03-31' }, bare)
  expect(read).toMatchObject({ kind: 'script', scriptID: 4, from: '2026-03-01', until: '2026-03-31' })
  expect(readChoices({ scriptID: '4', start: '0', end: '0' }, bare)).toMatchObject({ from: '', until: '' })
})

test('an address that somebody spoiled is read as far as it can be', () => {
  const search = { ...bare, batches: '7,x,-1,7', columns: 'name~%E0%A4%A,,name~Weer,city', output: 'fax', granularity: 'eeuw' }
  expect(readChoices({}, search)).toMatchObject({
    ...{ batchIDs: [7], output: 'screen', granularity: '', columns: [{ input: 'name', report: '%E0%A4%A' }] },
  })
})
