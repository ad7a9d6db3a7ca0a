import { expect, test } from 'vitest'
import { senderName } from './inbox-words.ts'

const t = ((key: string, { number }: { number: string }) => `${key} ${number}`) as Parameters<typeof senderName>[0]
const sender = { name: '', address: '', channel: 'email', conversationID: 12 } as const

test('senders whose name and address are masked are told apart by a number', () => {
  expect(senderName(t, { ...sender, address: '••••••••••••' })).toBe('inbox.senderNumber 12')
  expect(senderName(t, { ...sender, channel: 'webchat', conversationID: 3 })).toBe('inbox.visitorNumber 3')
})

test('a name stands before an address, and an address of which a part is shown before a number', () => {
  expect(senderName(t, { ...sender, name: 'Ada', address: 'ada@example.nl' })).toBe('Ada')
  expect(senderName(t, { ...sender, address: '+316••••••78' })).toBe('+316••••••78')
})
