import type { Locale } from '@regie/contract/locale.ts'
import { afterEach, expect, test } from 'vitest'
import { needTexts, showLocale } from './locale-store.ts'
import { formatMomentInSentence } from './moment-in-sentence.ts'

afterEach(() => showLocale('nl'))
const now = new Date('2026-11-28T12:00:00Z')

test.each<[Locale, string, string, string]>([
  ['nl', 'vandaag om 14:05', '3 december om 07:30', '28 nov 2025'],
  ['eng', 'today at 14:05', '3 December at 07:30', '28 Nov 2025'],
  ['fr', 'aujourd’hui à 14:05', '3 décembre à 07:30', '28 nov. 2025'],
])('a moment reads in a sentence of its language: %s', async (locale, today, later, before) => {
  await needTexts(['ui'])
  await showLocale(locale)
  expect(formatMomentInSentence('2026-11-28T13:05:00Z', now)).toBe(today)
  expect(formatMomentInSentence('2026-12-03T06:30:00Z', now)).toBe(later)
  expect(formatMomentInSentence('2025-11-28T13:05:00Z', now)).toBe(before)
})
