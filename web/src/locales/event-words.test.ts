import { kindOfEvent, timelineKinds } from '@regie/contract/timeline-events.ts'
import { expect, test } from 'vitest'
import { loadAllTexts } from './load-texts.ts'

// Two sentences say more of an event when it has a moment (event-words.ts).
const withMoment = ['heldUntil', 'pausedUntil', 'undoneAction']

test('every event of the timeline and every kind has its text, and no text is left over', async () => {
  const { cases } = await loadAllTexts('nl')
  expect(Object.keys(cases.events).sort()).toEqual([...Object.keys(kindOfEvent), ...withMoment].sort())
  expect(Object.keys(cases.kinds).sort()).toEqual([...timelineKinds].sort())
})
