import { type Agent, agentApi } from '@regie/contract/agents.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { AgentControl } from './agent-control.tsx'

const anna: Agent = {
  ...{ userID: 1, name: 'Anna Bos', status: 'available', statusAt: '2026-06-03T08:00:00.000Z', loginAt: '2026-06-03T07:00:00.000Z' },
  ...{
    afterCall: null,
    queues: [
      { queueID: 4, name: 'Vragen', isIn: true },
      { queueID: 5, name: 'Regelingen', isIn: false },
    ],
  },
}
const open = (agent: Agent | null) =>
  renderScreen(
    (api) => {
      api.answer(agentApi.mine, { agent })
      api.answer(agentApi.changeStatus, ({ body }) => ({ ...anna, status: body.status }))
      return <AgentControl customerID={7} pop={null} />
    },
    { texts: ['agents'] },
  )
const openMenu = () => page.getByRole('button', { name: text('agents.label'), exact: false }).click()
const press = (name: string) => page.getByRole('menuitem', { name, exact: false }).click()

test('an agent chooses how they stand', async () => {
  const { api } = await open(anna)
  await openMenu()
  await press(text('agents.statuses.custom1'))
  await expect.poll(() => api.callsOf(agentApi.changeStatus)).toMatchObject([{ body: { customerID: 7, status: 'custom1' } }])
})

test('a queue is taken on beside those that they answer already', async () => {
  const { api } = await open(anna)
  await openMenu()
  await press('Regelingen')
  await expect
    .poll(() => api.callsOf(agentApi.changeStatus))
    .toMatchObject([{ body: { customerID: 7, status: 'available', queueIDs: [4, 5] } }])
})

test('during a call the menu says that a choice comes after it', async () => {
  await open({ ...anna, status: 'calling' })
  await openMenu()
  const words = text('agents.afterCall', { status: text('agents.statuses.custom1') })
  await expect.element(page.getByRole('menuitem', { name: words, exact: false })).toBeVisible()
})

test('whoever is in no team sees nothing of it', async () => {
  const { api } = await open(null)
  await expect.poll(() => api.callsOf(agentApi.mine).length).toBeGreaterThan(0)
  expect(document.body.textContent).not.toContain(text('agents.label'))
})
