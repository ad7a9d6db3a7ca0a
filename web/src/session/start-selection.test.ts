import { beforeAll, expect, test, vi } from 'vitest'

let readSelection: typeof import('./start-selection.ts').readSelection
let startCustomer: typeof import('./start-selection.ts').startCustomer

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  ;({ readSelection, startCustomer } = await import('./start-selection.ts'))
})

const customers = [12, 14].map((customerID) => ({ customerID, name: `Customer ${customerID}`, profile: 'intern_demo' as const }))

test('only ids are read from the browser, and rubbish reads as nothing chosen', () => {
  expect(readSelection('{"customerID":12,"scriptID":3,"name":"x"}')).toEqual({ customerID: 12, scriptID: 3 })
  expect(readSelection('{"customerID":"12"}')).toEqual({ customerID: null, scriptID: null })
  expect(readSelection('not json')).toEqual({ customerID: null, scriptID: null })
})

test('right 512 preselects customer 12 when nothing was chosen', () => {
  expect(startCustomer(null, customers, 12, [101, 512])).toBe(12)
})

test('a choice that was kept wins, as long as one still serves that customer', () => {
  expect(startCustomer(14, customers, 12, [512, 514])).toBe(14)
  expect(startCustomer(99, customers, 12, [512, 514])).toBe(12)
})

test('without the right the own customer is not preselected; the only customer is', () => {
  expect(startCustomer(null, customers, 12, [101])).toBeNull()
  expect(startCustomer(null, customers.slice(0, 1), null, [101])).toBe(12)
})
