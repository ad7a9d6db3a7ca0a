import { Right } from '@regie/contract/right-codes.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { Tour } from './tour.tsx'

afterEach(() => page.viewport(1440, 900))

test('on a phone the tour is one line, which opens to what it tells', async () => {
  await page.viewport(390, 844)
  await renderScreen(() => <Tour isAsked={false} onPalette={() => undefined} onEnd={() => undefined} />, {
    texts: ['help'],
    rights: [Right.viewCases],
  })
  const tour = page.getByRole('region', { name: text('help.tour.title') })
  const words = tour.getByText(text('help.tour.palette.onPhone.text'))
  // What a closed line holds has a size, but is not drawn.
  const isShown = () => words.element().checkVisibility()
  await tour.getByRole('button', { name: text('help.tour.next') }).click()
  await expect.poll(() => tour.element().getBoundingClientRect().height).toBeLessThan(70)
  await expect.poll(isShown).toBe(false)
  await tour.getByText(text('help.tour.palette.onPhone.title')).click()
  await expect.poll(isShown).toBe(true)
  await expect.element(tour.getByRole('button', { name: text('help.tour.palette.try') })).toBeVisible()
})

test('the ring round the first screen is there while one is on it, and leaves who goes to another one', async () => {
  const show = (path: string) =>
    renderScreen(() => <Tour isAsked={false} onPalette={() => undefined} onEnd={() => undefined} />, {
      ...{ texts: ['help'], rights: [Right.viewBatches, Right.viewCases], path },
    })
  const pointsAt = () => document.documentElement.dataset['tour']
  const { leave } = await show('/')
  await expect.poll(pointsAt).toBe('home')
  leave()
  await show('/batches')
  await expect.element(page.getByRole('region', { name: text('help.tour.title') })).toBeVisible()
  await expect.poll(pointsAt).toBe('')
})

test('the ring leaves what one tried, and goes on with the next step', async () => {
  await renderScreen(() => <Tour isAsked={false} onPalette={() => undefined} onEnd={() => undefined} />, {
    texts: ['help'],
    rights: [Right.viewCases],
  })
  const pointsAt = () => document.documentElement.dataset['tour']
  await page.getByRole('button', { name: text('help.tour.next') }).click()
  await expect.poll(pointsAt).toBe('palette')
  await page.getByRole('button', { name: text('help.tour.palette.try') }).click()
  await expect.poll(pointsAt).toBe('')
  await page.getByRole('button', { name: text('help.tour.next') }).click()
  await expect.poll(pointsAt).toBe('case')
})
