import { expect, test } from 'vitest'
import { collectionCosts } from './collection-costs.ts'

test.each([
  [100, 40],
  [266.67, 40],
  [1_000, 150],
  [2_500, 375],
  [3_000, 425],
  [5_000, 625],
  [7_500, 750],
  [10_000, 875],
  [25_000, 1_025],
  [200_000, 2_775],
  [1_000_000, 6_775],
  [50_000_000, 6_775],
])('over € %d the law allows € %d', (principal, costs) => {
  expect(collectionCosts(Math.round(principal * 100)).cents).toBe(costs * 100)
})

test.each([
  [100, 48.4],
  [1_000, 181.5],
])('over € %d it is € %d for who cannot deduct VAT', (principal, costs) => {
  expect(collectionCosts(principal * 100).withVatCents).toBe(Math.round(costs * 100))
})

test('the parts say how the costs came about, and add up to them', () => {
  const { cents, tiers } = collectionCosts(750_000)
  expect(tiers).toEqual([
    { baseCents: 250_000, perMille: 150, costsCents: 37_500 },
    { baseCents: 250_000, perMille: 100, costsCents: 25_000 },
    { baseCents: 250_000, perMille: 50, costsCents: 12_500 },
  ])
  expect(tiers.reduce((sum, { costsCents }) => sum + costsCents, 0)).toBe(cents)
})

test('parts of odd cents add up to the whole too', () => {
  for (const principal of [30_003, 250_003, 333_333, 512_349, 1_234_567]) {
    const { cents, tiers } = collectionCosts(principal)
    expect(tiers.reduce((sum, { costsCents }) => sum + costsCents, 0)).toBe(cents)
  }
})

test('of no principal there are no costs', () => {
  expect(collectionCosts(0)).toEqual({ cents: 0, withVatCents: 0, tiers: [] })
})
