import { Right } from '@regie/contract/right-codes.ts'
import { usualDropBounds } from '@regie/contract/dialing.ts'
import { usualLimits } from '@regie/contract/service-level.ts'
import type { AgentBoard, QueueBoard, Wallboard } from '@regie/contract/wallboard.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { Wall } from './wall.tsx'

const queue = (queueID: number, name: string, parts: Partial<QueueBoard> = {}): QueueBoard => ({
  ...{ queueID, teamID: 1, name, number: `20${queueID}`, ...usualLimits, waiting: 0, longestSince: null, drops: [] },
  ...{ answered: 10, inTime: 9, abandoned: 0, waitSeconds: 180, available: 1, loggedIn: 9, afterWork: 4 },
  ...parts,
})
const noor: AgentBoard = {
  ...{ userID: 3, agent: 'Noor Bakker', status: 'calling', statusAt: new Date().toISOString(), loginAt: new Date().toISOString() },
  ...{ queueIDs: [1, 2], queueID: 1, caller: '+31 •• •• 94', answered: null, talk: null },
}
const board: Wallboard = {
  ...{ queues: [queue(1, 'Regelingen'), queue(2, 'Vragen')], waiting: [], agents: [noor], quarters: [] },
  dropBounds: usualDropBounds,
}

const show = (isMulti: boolean, rights: number[] = [], agents = board.agents, queues = board.queues) =>
  renderScreen(() => <Wall customerID={7} board={{ ...board, agents, queues }} queueIDs={[1, 2]} isMulti={isMulti} isFull={false} />, {
    rights,
    texts: ['agents', 'wallboard'],
  })
const tile = (key: string) => page.getByRole('region', { name: text(key), exact: true })

test('the wall shows each figure against its target, in words too', async () => {
  await show(false)
  await expect.element(tile('wallboard.level')).toMatchTextContent('90')
  await expect.element(tile('wallboard.level')).toMatchTextContent(text('wallboard.marks.good'))
  await expect.element(tile('wallboard.averageWait')).toMatchTextContent('0:18')
  await expect.element(tile('wallboard.available')).toMatchTextContent(text('wallboard.ofAgents', { count: 9, work: 4 }))
})

test('what is past its limit says so in words too, and the drop rate names the script that drops most', async () => {
  const crowded = queue(1, 'Regelingen', {
    ...{ waiting: 11, longestSince: new Date().toISOString() },
    drops: [{ scriptID: 4, script: 'Bellen voorrang', answered: 100, dropped: 4 }],
  })
  await show(false, [], board.agents, [crowded])
  await expect.element(tile('wallboard.waiting')).toMatchTextContent(text('wallboard.marks.bad'))
  await expect.element(tile('wallboard.dropRate')).toMatchTextContent('Bellen voorrang')
  await expect.element(tile('wallboard.dropRate')).toMatchTextContent(text('wallboard.marks.bad'))
  await expect.element(tile('wallboard.level')).toMatchTextContent(text('wallboard.marks.good'))
})

test('an agent stands there with the person they talk with; numbers of theirs only for whoever may see them', async () => {
  await show(false)
  const row = page.getByRole('row', { name: 'Noor Bakker', exact: false })
  await expect.element(row).toMatchTextContent('Regelingen 201')
  await expect.element(row).toMatchTextContent('+31 •• •• 94')
  expect(page.getByRole('columnheader', { name: text('wallboard.answered') }).query()).toBeNull()
})

test('each queue by itself has its own figures, and whoever may says how a colleague stands', async () => {
  await show(true, [Right.changeAgents], [{ ...noor, answered: 5 }])
  await expect.element(page.getByRole('heading', { name: 'Regelingen 201' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Vragen 202' })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: text('wallboard.answered') })).toBeVisible()
  await expect.element(page.getByRole('button', { name: text('wallboard.changeStatus', { name: 'Noor Bakker' }) })).toBeVisible()
})

test('whoever may listens to a call after reading what that means; somebody else who does is named', async () => {
  const talking = (listener: { userID: number; name: string } | null) => [{ ...noor, talk: { callID: 12, listener } }]
  const asking = await show(false, [Right.listenIn], talking(null))
  await page.getByRole('button', { name: text('wallboard.listen', { name: 'Noor Bakker' }) }).click()
  await expect.element(page.getByText(text('wallboard.listenText'))).toBeVisible()
  await expect.element(page.getByRole('button', { name: text('wallboard.listenVerb'), exact: true })).toBeVisible()
  asking.leave()
  const other = await show(false, [Right.listenIn], talking({ userID: 9_999, name: 'Sanne de Wit' }))
  await expect.element(page.getByText(text('wallboard.listens', { name: 'Sanne de Wit' }))).toBeVisible()
  other.leave()
  await show(false, [], talking(null))
  expect(page.getByRole('button', { name: text('wallboard.listen', { name: 'Noor Bakker' }) }).query()).toBeNull()
})
