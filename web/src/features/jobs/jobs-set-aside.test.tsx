import { type JobSetAside, systemApi } from '@regie/contract/system.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { JobsSetAside } from './jobs-set-aside.tsx'

const holds: JobSetAside = {
  id: 3,
  name: 'endHolds',
  about: { customerId: 1 },
  reason: 'died',
  attempts: 3,
  at: '2027-03-02T10:00:00Z',
  noRetry: null,
}
const bulk: JobSetAside = { ...holds, id: 4, name: 'runBulk', about: { bulkId: 9, customerId: 1 }, reason: 'failed', noRetry: 'ended' }

const open = (jobs: JobSetAside[]) =>
  renderScreen(
    (api) => {
      api.answer(systemApi.setAside, jobs)
      return <JobsSetAside />
    },
    { rights: [Right.systemStatus], texts: ['jobs'] },
  )
const line = (name: string) => page.getByRole('listitem').filter({ hasText: text(`jobs.names.${name}`) })
const button = (name: string, key: string) => line(name).getByRole('button', { name: text(key), exact: false })
const confirm = (key: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: text(key), exact: true })
    .click()

test('nothing is set aside: the page says so', async () => {
  await open([])
  await expect.element(page.getByText(text('jobs.empty.title'))).toBeVisible()
})

test('a job shows what it was, why and how often; it is tried again after a question', async () => {
  const { api } = await open([holds])
  await expect.element(line('endHolds').getByText(text('jobs.explained.died'))).toBeVisible()
  await expect.element(line('endHolds').getByText(text('jobs.attempts', { count: 3 }), { exact: false })).toBeVisible()
  api.answer(systemApi.retrySetAside, undefined as never)
  await button('endHolds', 'jobs.retry.verb').click()
  expect(api.callsOf(systemApi.retrySetAside)).toEqual([])
  api.answer(systemApi.setAside, [])
  await confirm('jobs.retry.verb')
  await expect.element(page.getByText(text('jobs.empty.title'))).toBeVisible()
  expect(api.callsOf(systemApi.retrySetAside)).toMatchObject([{ params: { jobID: '3' } }])
})

test.each(['rows', 'memory', 'connections'] as const)('a job that took too much says of what: %s', async (reason) => {
  await open([{ ...holds, reason }])
  await expect.element(line('endHolds').getByText(text(`jobs.reasons.${reason}`), { exact: true })).toBeVisible()
  await expect.element(line('endHolds').getByText(text(`jobs.explained.${reason}`))).toBeVisible()
})

test('what ended for good cannot be tried again, and says why; it can be discarded', async () => {
  const { api } = await open([bulk])
  await expect.element(button('runBulk', 'jobs.retry.verb')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(line('runBulk').getByText(text('jobs.noRetry.ended'), { exact: true })).toBeVisible()
  api.answer(systemApi.discardSetAside, undefined as never)
  await button('runBulk', 'jobs.discard.verb').click()
  await confirm('jobs.discard.verb')
  await expect.poll(() => api.callsOf(systemApi.discardSetAside)).toMatchObject([{ params: { jobID: '4' } }])
})

test('a colleague was first: the question says so and stays', async () => {
  const { api } = await open([holds])
  api.refuse(systemApi.retrySetAside, { error: 'job.notFound' })
  await button('endHolds', 'jobs.retry.verb').click()
  await confirm('jobs.retry.verb')
  await expect.element(page.getByRole('dialog').getByText(text('refusals.job.notFound'), { exact: false })).toBeVisible()
})
