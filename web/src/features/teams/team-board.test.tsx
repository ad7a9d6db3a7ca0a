import { customerApi } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { usualLimits } from '@regie/contract/service-level.ts'
import { noTexts, type Queue, queueApi, type Team, teamApi } from '@regie/contract/teams.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeApi } from '../../../test/fake-api.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { TeamBoard } from './team-board.tsx'

const team: Team = { teamID: 4, customerID: 1, name: 'Incasso', memberIDs: [7, 8], version: 1 }
const queue: Queue = {
  ...{ queueID: 9, customerID: 1, teamID: 4, name: 'Vragen', number: '202', priority: 5, ...usualLimits, ringSeconds: 20 },
  ...{ memberIDs: [7], scriptIDs: [], callerIDs: [], opening: [], texts: noTexts, version: 3 },
}
const people = [
  { userID: 7, name: 'Noor Bakker' },
  { userID: 8, name: 'Sem de Wit' },
]

const show = (prepare: (api: FakeApi) => void = () => undefined) =>
  renderScreen(
    (api) => {
      api.answer(customerApi.list, [])
      api.answer(scriptApi.listOfCustomer, [])
      api.answer(teamApi.list, { teams: [team], people })
      api.answer(queueApi.list, { queues: [queue], callerIDs: ['+31201234567'] })
      prepare(api)
      return <TeamBoard customerID={1} />
    },
    { rights: [Right.changeTeams], texts: ['teams'] },
  )
const dialog = () => page.getByRole('dialog')
const save = () => dialog().getByRole('button', { name: text('teams.save') })

test('a new queue has the members of its team and usual limits; a limit that is taken out keeps it from being saved', async () => {
  const { api } = await show((fake) => fake.answer(queueApi.create, queue))
  await page.getByRole('button', { name: new RegExp(`^${text('teams.newQueue')}`) }).click()
  await dialog()
    .getByRole('textbox', { name: text('teams.name') })
    .fill('Regelingen')
  const percent = dialog().getByLabelText(text('teams.targetPercent'))
  await percent.fill('')
  await expect.element(save()).toBeDisabled()
  await percent.fill('90')
  await dialog().getByRole('checkbox', { name: 'Sem de Wit' }).click()
  await save().click()
  await expect
    .poll(() => api.callsOf(queueApi.create))
    .toMatchObject([
      { body: { customerID: 1, teamID: 4, name: 'Regelingen', ...usualLimits, targetPercent: 90, memberIDs: [7], priority: 5 } },
    ])
})

test('a change names the version that it is of; what was wrong stands at its field', async () => {
  const { api } = await show((fake) => fake.refuse(queueApi.change, { error: 'queue.numberTaken', field: 'number' }))
  await page.getByRole('button', { name: text('teams.actionsOf', { name: 'Vragen' }) }).click()
  await page.getByRole('menuitem', { name: text('teams.change') }).click()
  const number = dialog().getByRole('textbox', { name: text('teams.number') })
  await number.fill('201')
  await save().click()
  await expect.element(number).toHaveAccessibleDescription(/Er is al een wachtrij met dit nummer/)
  expect(api.callsOf(queueApi.change)).toMatchObject([{ params: { queueID: '9' }, body: { number: '201', version: 3 } }])
})
