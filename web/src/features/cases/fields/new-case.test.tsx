import { caseActionApi } from '@regie/contract/case-actions.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { NewCase } from './new-case.tsx'

test('a script that is switched off is marked where one chooses it', async () => {
  await renderScreen(
    (api) => {
      api.answer(scriptApi.listOfCustomer, [
        { scriptID: 1, name: 'Lopend', active: true },
        { scriptID: 2, name: 'Oud', active: false },
      ])
      api.answer(caseActionApi.fieldsOfScript, { fields: [], batches: [] })
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors'] as never },
  )
  await expect.element(page.getByRole('option', { name: text('cases.new.switchedOff', { name: 'Oud' }) })).toBeInTheDocument()
  await expect.element(page.getByRole('option', { name: 'Lopend', exact: true })).toBeInTheDocument()
  // Its fields are there at once.
  await expect.element(page.getByLabelText(text('cases.new.script'), { exact: false })).toHaveValue('1')
})
