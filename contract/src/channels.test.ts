import { expect, test } from 'vitest'
import { addressKey, addressOf, channels, channelTable } from './channels.ts'

const all = { phone: '+31201234567', mobile: '+31612345678', email: 'Jan@Example.nl' }

test('a channel uses the first of its addresses that is filled', () => {
  expect(channels.map((channel) => addressOf(all, channel))).toEqual([all.mobile, all.email, all.mobile, all.mobile])
  expect(addressOf({ ...all, mobile: null }, 'call')).toBe(all.phone)
  expect(addressOf({ ...all, mobile: null }, 'sms')).toBe(null)
  expect(addressOf({ ...all, mobile: '' }, 'whatsapp')).toBe(null)
})

test('lists keep e-mail in lower case, and numbers as they are', () => {
  expect(addressKey('email', all.email)).toBe('jan@example.nl')
  expect(addressKey('call', all.phone)).toBe(all.phone)
})

test('every channel says how its messages may fail', () =>
  expect(channels.filter((channel) => !channelTable[channel].news.includes('failed'))).toEqual([]))
