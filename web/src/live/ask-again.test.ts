import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './ask-again.ts'

const queryKey = ['GET /cases/:caseID/next-attempts']

/** A query that is on screen; each question waits until the test answers it. */
function openQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const open: ((answer: number) => void)[] = []
  let asked = 0
  const queryFn = () => {
    asked += 1
    return new Promise<number>((resolve) => open.push(resolve))
  }
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  const answer = async () => {
    open.shift()?.(asked)
    // The client hands an answer on in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { ask: askAgain(client, queryKey), answer, asked: () => asked, underWay: () => open.length, leave }
}

test('a burst of news makes one question at a time, and one after it', async () => {
  const { ask, answer, asked, underWay, leave } = openQuery()
  await answer()
  expect(asked()).toBe(1)
  for (let i = 0; i < 20; i += 1) ask()
  await Promise.resolve()
  expect([asked(), underWay()]).toEqual([2, 1])
  await answer()
  expect([asked(), underWay()]).toEqual([3, 1])
  await answer()
  expect([asked(), underWay()]).toEqual([3, 0])
  leave()
})

test('a question that was under way before the news is left to end, and asked once more', async () => {
  const { ask, answer, asked, underWay, leave } = openQuery()
  ask()
  ask()
  await Promise.resolve()
  expect([asked(), underWay()]).toEqual([1, 1])
  await answer()
  expect([asked(), underWay()]).toEqual([2, 1])
  await answer()
  expect([asked(), underWay()]).toEqual([2, 0])
  leave()
})

test('a question that failed is asked again at the next news', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let asked = 0
  const queryFn = () => {
    asked += 1
    return Promise.reject(new Error('429'))
  }
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  const rest = () => new Promise((resolve) => setTimeout(resolve, 20))
  await rest()
  const ask = askAgain(client, queryKey)
  ask()
  await rest()
  ask()
  await rest()
  expect(asked).toBe(3)
  leave()
})
