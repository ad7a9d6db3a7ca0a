import { expect, test } from 'vitest'
import { mayReload } from './stale-chunk.ts'

const kept = JSON.stringify({ to: '/batches', at: 1_000_000 })

test('a target is loaded anew once, and again only after a minute', () => {
  expect(mayReload(null, '/batches', 1_000_000)).toBe(true)
  expect(mayReload(kept, '/batches', 1_030_000)).toBe(false)
  expect(mayReload(kept, '/batches', 1_060_001)).toBe(true)
})

test('another target may be loaded at once', () => {
  expect(mayReload(kept, '/search', 1_000_500)).toBe(true)
})
