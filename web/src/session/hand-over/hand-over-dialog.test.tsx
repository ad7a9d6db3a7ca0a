import { handOverApi } from '@regie/contract/hand-overs.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'

const question = {
  total: 3,
  allowed: 2,
  open: [{ currency: 'EUR', cents: 12_345 }],
  refused: [],
  cases: [],
  incomplete: { count: 0, cases: [] },
}
const refusal = { caseID: 9, caseNumber: 'D9', reason: 'handOver.disputed' }

function open(asked: object, count = 3) {
  return renderScreen(
    (fake) => {
      fake.answer(handOverApi.question, { ...question, ...asked })
      fake.answer(handOverApi.recipients, [{ kind: 'client', name: 'Energie BV', email: 'post@energie.example' }])
      const bulk = { bulkID: 5, customerID: 1, kind: 'cases' as const, action: 'handOver', state: 'waiting' as const, total: 2, done: 0 }
      const still = { skipped: [], undoToken: null, startedAt: null, finishedAt: null }
      fake.answer(handOverApi.start, { handOverID: 4, bulk: { ...bulk, ...still } })
      return <HandOverDialog customerID={1} filter={{ caseIDs: [7, 8, 9] }} count={count} onClose={() => undefined} />
    },
    { texts: ['arrangements', 'bulk', 'cases'] },
  )
}
const give = () => page.getByRole('button', { name: text('arrangements.handOvers.give.verb') })

test('what stays is named with its reason, and who got cases before is one choice', async () => {
  const { api } = await open({ refused: [{ reason: 'handOver.disputed', count: 1 }], cases: [refusal] })
  await page.getByText(text('arrangements.handOvers.give.stay', { count: 1, total: '1' }), { exact: false }).click()
  await expect.element(page.getByRole('link', { name: 'D9' })).toBeVisible()
  await page.getByLabelText(text('arrangements.handOvers.give.before')).selectOptions('0')
  await expect.element(page.getByLabelText(text('arrangements.handOvers.give.email'))).toHaveValue('post@energie.example')
  await give().click()
  await expect
    .poll(() => api.callsOf(handOverApi.start)[0]?.body)
    .toMatchObject({ kind: 'client', name: 'Energie BV', email: 'post@energie.example', filter: { caseIDs: [7, 8, 9] } })
})

test('where nothing can go it says so, and more than fit into one file are too many', async () => {
  const { api } = await open({ allowed: 0, open: [], refused: [{ reason: 'handOver.disputed', count: 3 }], cases: [refusal] })
  // Its name says why.
  await expect.element(page.getByRole('button', { name: new RegExp(`^${text('arrangements.handOvers.give.verb')} :`) })).toBeDisabled()
  expect(api.callsOf(handOverApi.start)).toEqual([])
})

test('what a bailiff will miss is shown, and goes only when it is known; the client gets it without', async () => {
  const lacking = { caseID: 7, caseNumber: 'D7', name: 'Jansen', lacks: ['address' as const, 'letter' as const] }
  const { api } = await open({ incomplete: { count: 1, cases: [lacking] } })
  const lacks = ['address', 'letter'] as const
  const words = lacks.map((lack) => text(`arrangements.handOvers.give.missing.lacks.${lack}`)).join(', ')
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
  await page.getByLabelText(text('arrangements.handOvers.give.name'), { exact: false }).fill('Deurwaarder Jansen')
  const why = text('arrangements.handOvers.give.missing.mustKnow')
  await expect.element(page.getByRole('button', { name: `${text('arrangements.handOvers.give.verb')} : ${why}` })).toBeDisabled()
  await page.getByLabelText(text('arrangements.handOvers.give.missing.too')).click()
  await give().click()
  await expect.poll(() => api.callsOf(handOverApi.start)[0]?.body).toMatchObject({ kind: 'bailiff', incompleteToo: true })
})
