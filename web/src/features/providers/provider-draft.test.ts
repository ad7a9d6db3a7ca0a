import { expect, test } from 'vitest'
import { isComplete, newDraft, requestOf } from './provider-draft.ts'

const priced = (price: string) => ({ ...newDraft, name: 'Bellen', kind: 'simulated' as const, price })

test('zero is a price, an empty field is one that nobody knows', () => {
  expect(requestOf(priced('0,00'))).toMatchObject({ price: { hundredCents: 0 } })
  expect(requestOf(priced('7,90'))).toMatchObject({ price: { hundredCents: 790 } })
  const { price } = requestOf({ ...priced(''), priceFrom: '2027-01-01' }) as { price?: { hundredCents: number | null } }
  expect(price?.hundredCents).toBeNull()
})

test('what is no amount is not saved', () => {
  for (const typed of ['abc', '-5', '12,345']) {
    expect(isComplete(priced(typed)), typed).toBe(false)
    expect(isComplete({ ...priced(''), minutePrice: typed }), typed).toBe(false)
  }
  for (const typed of ['', '0', '1.234,50']) expect(isComplete(priced(typed)), typed).toBe(true)
})

test('a price that nobody touched here is not sent, whatever a colleague made of it', () => {
  const opened = priced('7,90')
  expect(requestOf({ ...opened, name: 'Anders' }, opened)).not.toHaveProperty('price')
})
