import type { CaseRow } from '@regie/contract/cases.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { paths } from '../../paths.ts'
import { CaseTrail, useTrailOf, wayBackFrom } from './case-trail.tsx'

const rows = [11, 12, 13].map((caseID) => ({ caseID })) as CaseRow[]

function List() {
  useTrailOf({ rows, total: { value: 218, exact: true } }, 'June')
  return null
}

async function comeTo(caseID: number) {
  await renderScreen(() => <List />)
  return renderScreen(() => <CaseTrail caseID={caseID} />, { texts: ['cases'] })
}

test('from a case one goes to the next and the one before of the list one came from', async () => {
  const { path } = await comeTo(12)
  await expect.element(page.getByText('2 van 218')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.poll(path).toBe('/cases/13')
})

test('the ends of the list say that they are', async () => {
  const { path } = await comeTo(11)
  const before = page.getByRole('button', { name: `${text('cases.trail.before')}: ${text('cases.trail.first')}` })
  await expect.element(before).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('k')
  expect(path()).toBe('/')
})

test('a case that one came to by another way has no such list', async () => {
  await comeTo(99)
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

test('Esc in a case goes back to the list with its filters', async () => {
  await renderScreen(() => <List />, { path: '/search?q=jan&sort=-name' })
  await renderScreen(() => <CaseTrail caseID={12} />, { texts: ['cases'] })
  const batch = { to: paths.batch(3), label: 'Batch' }
  expect(wayBackFrom(12, batch)).toEqual({ to: '/search?q=jan&sort=-name', label: 'June' })
  expect(wayBackFrom(99, batch)).toEqual(batch)
})
