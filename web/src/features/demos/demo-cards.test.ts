import type { DemoMoment, DemoRun } from '@regie/contract/demos.ts'
import { expect, test } from 'vitest'
import { cardsOf, linkParts } from './demo-cards.ts'

const steps: DemoRun['steps'] = [
  { kind: 'send-sms', key: 'sms', next: 'rest', settings: { template: 'sms' } },
  { kind: 'wait', key: 'rest', next: 'end', settings: { minutes: 2880 } },
  { kind: 'finish', key: 'end', settings: { result: 'RET' } },
]
const message: DemoMoment['message'] = {
  ...{ communicationID: 7, to: '+31612345678', subject: '', text: 'Hallo', reason: null },
  channel: 'sms',
  state: 'delivered',
}
const moment = (id: number, event: string, more: Partial<DemoMoment> = {}): DemoMoment => ({
  ...{ id, at: `2026-06-01T10:00:0${id}.000Z`, kind: 'sms', event, params: {}, by: null, step: null, message: null },
  ...more,
})
const moments = [
  moment(1, 'smsQueued', { step: 'sms', message }),
  moment(2, 'waiting', { step: 'rest', params: { until: '2026-06-01T10:00:07.000Z' } }),
  moment(3, 'smsDelivered', { message }),
  moment(4, 'closed', { params: { result: 'DEM' } }),
]

test('a message is one card with its newest news, at the place where it was queued', () => {
  const cards = cardsOf({ steps, path: ['sms', 'rest', 'end'], moments })
  expect(cards.map(({ kind }) => kind)).toEqual(['message', 'wait', 'end'])
  expect(cards[0]).toMatchObject({ at: moments[0]?.at, step: 'sms', news: { event: 'smsDelivered' } })
  expect(cards[1]).toMatchObject({ minutes: 2880 })
})

test('the end says what the script gives; one that was stopped before says nothing of the kind', () => {
  const endOf = (path: string[]) => cardsOf({ steps, path, moments }).at(-1)
  expect(endOf(['sms', 'rest', 'end'])).toMatchObject({ kind: 'end', result: 'RET' })
  expect(endOf(['sms', 'rest'])).toMatchObject({ kind: 'end', result: null })
})

test('an address in a text can be followed, without the full stop behind it', () => {
  expect(linkParts('Betaal via https://x.example/p/a1. Dank')).toEqual([
    { text: 'Betaal via ', href: null },
    { text: 'https://x.example/p/a1', href: 'https://x.example/p/a1' },
    { text: '. Dank', href: null },
  ])
})
