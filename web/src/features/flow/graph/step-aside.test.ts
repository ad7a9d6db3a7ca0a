import { expect, test } from 'vitest'
import { type Area, stepAside } from './step-aside.ts'

const palette: Area = { left: 16, top: 16, right: 200, bottom: 280 }
const chip: Area = { left: 16, top: 500, right: 216, bottom: 540 }
const step = (left: number, top: number): Area => ({ left, top, right: left + 220, bottom: top + 58 })

test('steps that nothing covers stay where they are', () => {
  expect(stepAside([step(216, 20), step(20, 300)], [palette, chip])).toBe(0)
})

test('a step beneath the palette takes all steps to its right', () => {
  expect(stepAside([step(400, 20), step(100, 100)], [palette, chip])).toBe(116)
})

test('who comes from under the one stands beneath no other', () => {
  const wider = { ...palette, right: 260, left: 210 }
  expect(stepAside([step(-100, 100)], [palette, wider])).toBe(376)
})

test('what is out of sight at the left, or beneath the chip, counts too', () => {
  expect(stepAside([step(-10, 510)], [palette, chip])).toBe(242)
  expect(stepAside([step(-400, 100)], [palette, chip])).toBe(0)
})
