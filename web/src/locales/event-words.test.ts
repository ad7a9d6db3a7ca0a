import { kindOfEvent, timelineKinds } from '@regie/contract/timeline-events.ts'
import { expect, test } from 'vitest'
import { loadAllTexts } from './load-texts.ts'

// Sentences that say more of an event where it has a moment or a reason (event-words.ts).
const withMore = [
  'callDeclined',
  'emailPlanned',
  'smsPlanned',
  'whatsappPlanned',
  'whatsappPressed',
  'disputedByPayer_amount',
  'disputedByPayer_notMine',
  'disputedByPayer_paid',
  'handedOverAs',
  'heldUntil',
  'pausedUntil',
  'paymentWithdrawnFor',
  'planBroken',
  'planKept',
  'undoneAction',
]

test('every event of the timeline and every kind has its text, and no text is left over', async () => {
  const { cases } = await loadAllTexts('nl')
  expect(Object.keys(cases.events).sort()).toEqual([...Object.keys(kindOfEvent), ...withMore].sort())
  expect(Object.keys(cases.kinds).sort()).toEqual([...timelineKinds].sort())
})
