import { nextCaseApi } from '@regie/contract/next-case.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../../test/render-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { useHold } from './next-case-data.ts'

const held = { caseID: 7, cause: 'worth', callbackAt: null, isToCall: true, until: '2026-11-22T15:40:00.000Z' } as const

function Case() {
  return <p>{useHold(7, true) === null ? 'free' : 'held'}</p>
}

function Example() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {isOpen && <Case />}
      <Button onPress={() => setOpen(false)}>leave</Button>
      <Button onPress={() => setOpen(true)}>back</Button>
    </>
  )
}

async function open() {
  const { api } = await renderScreen((fake) => {
    fake.answer(nextCaseApi.held, { held })
    fake.answer(nextCaseApi.release, { held: null })
    return <Example />
  })
  await expect.element(page.getByText('held')).toBeVisible()
  return api
}

const leave = async () => {
  await page.getByRole('button', { name: 'leave' }).click()
  await expect.element(page.getByText('held')).not.toBeInTheDocument()
}

test('who leaves a case lets go of it', async () => {
  const api = await open()
  await leave()
  await expect
    .poll(() => api.callsOf(nextCaseApi.release), { timeout: 5000 })
    .toEqual([expect.objectContaining({ params: { caseID: '7' } })])
})

test('who is back at once, or only loads the page again, keeps the case', async () => {
  const api = await open()
  await leave()
  // A page that goes takes nothing further than this.
  expect(api.callsOf(nextCaseApi.release)).toEqual([])
  await page.getByRole('button', { name: 'back' }).click()
  await expect.element(page.getByText('held')).toBeVisible()
  await new Promise((done) => setTimeout(done, 1500))
  expect(api.callsOf(nextCaseApi.release)).toEqual([])
})
