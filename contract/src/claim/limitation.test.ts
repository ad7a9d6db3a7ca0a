import { expect, test } from 'vitest'
import { limitationOf } from './limitation.ts'

const contract = { soort_vordering: 'overeenkomst', vervaldatum: '2024-03-31' }
const barredOn = (fields: Record<string, string>, interruptedOn: string[] = []) => {
  const found = limitationOf(fields, interruptedOn)
  return found.isKnown ? found.barredOn : found.missing
}

test.each([
  ['a contract after five years', contract, '2029-04-01'],
  ['rent after five years', { ...contract, soort_vordering: 'periodiek' }, '2029-04-01'],
  ['a consumer sale after two', { ...contract, soort_vordering: 'consumentenkoop' }, '2026-04-01'],
  ['a judgment after twenty, from its own day', { ...contract, soort_vordering: 'vonnis', vonnisdatum: '2020-02-28' }, '2040-02-29'],
  ['of a period that begins on a leap day, on the 1st of March', { ...contract, vervaldatum: '2024-02-28' }, '2029-03-01'],
])('%s is time-barred from the day after', (_, fields, on) => {
  expect(barredOn(fields)).toBe(on)
})

test.each([
  ['no kind', { vervaldatum: '2024-03-31' }, 'kind'],
  ['a kind that we do not know', { ...contract, soort_vordering: 'vervoer' }, 'kind'],
  ['no due day', { soort_vordering: 'overeenkomst' }, 'dueOn'],
  ['a due day that is hidden', { ...contract, vervaldatum: '•••' }, 'dueOn'],
  ['a due day on no calendar', { ...contract, vervaldatum: '2025-02-29' }, 'dueOn'],
  ['a judgment without its day', { ...contract, soort_vordering: 'vonnis' }, 'judgmentOn'],
])('with %s it is not known and says what is missing', (_, fields, missing) => {
  expect(barredOn(fields)).toBe(missing)
})

test('an interruption starts a period as long as the first, on the day after it', () => {
  expect(barredOn(contract, ['2026-06-03'])).toBe('2031-06-04')
  expect(barredOn({ ...contract, soort_vordering: 'consumentenkoop' }, ['2025-06-03'])).toBe('2027-06-04')
})

test('of a judgment the new period is five years, and never ends before the twenty would have', () => {
  const judgment = { soort_vordering: 'vonnis', vonnisdatum: '2010-01-15' }
  expect(barredOn(judgment, ['2012-01-15'])).toBe('2030-01-16')
  expect(barredOn(judgment, ['2012-01-15', '2028-05-01'])).toBe('2033-05-02')
})

test('interruptions follow each other, in whatever order they were written down', () => {
  expect(limitationOf(contract, ['2031-06-03', '2028-01-10'])).toMatchObject({
    barredAtFirstOn: '2029-04-01',
    barredOn: '2036-06-04',
    interruptions: [
      { on: '2028-01-10', barredOn: '2033-01-11', isLate: false },
      { on: '2031-06-03', barredOn: '2036-06-04', isLate: false },
    ],
  })
})

test('the last day before it is time-barred is in time, the day itself is late and changes nothing', () => {
  expect(barredOn(contract, ['2029-03-31'])).toBe('2034-04-01')
  expect(limitationOf(contract, ['2029-04-01'])).toMatchObject({ barredOn: '2029-04-01', interruptions: [{ isLate: true }] })
})
