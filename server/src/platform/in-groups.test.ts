import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inGroups } from './in-groups.ts'

/** A write that ends when the test lets it. */
function heldWrites() {
  const groups: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const write = (group: readonly number[]) => {
    groups.push(group)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  return { groups, ends, write }
}

test('what comes while a write is under way shares the next, in its order and at most so many at once', async () => {
  const { groups, ends, write } = heldWrites()
  const give = inGroups(3, write)
  const given = [1, 2, 3, 4, 5].map(give)
  expect(groups).toEqual([[1]])
  ends[0]?.()
  await given[0]
  await nextTurn()
  expect(groups).toEqual([[1], [2, 3, 4]])
  ends[1]?.()
  await Promise.all(given.slice(1, 4))
  await nextTurn()
  ends[2]?.()
  await given[4]
  expect(groups).toEqual([[1], [2, 3, 4], [5]])
})

test('nobody is answered before its write has ended', async () => {
  const { ends, write } = heldWrites()
  let isWritten = false
  const given = inGroups(3, write)(1).then(() => (isWritten = true))
  await Promise.resolve()
  expect(isWritten).toBe(false)
  ends[0]?.()
  await given
  expect(isWritten).toBe(true)
})

test('one that cannot be written fails alone, and work goes on after it', async () => {
  const written: number[] = []
  const give = inGroups(10, async (group: readonly number[]) => {
    await Promise.resolve()
    if (group.includes(2)) throw new Error('two')
    written.push(...group)
  })
  const ends = await Promise.allSettled([1, 2, 3].map(give))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await give(4)
  expect(written).toEqual([1, 3, 4])
})
