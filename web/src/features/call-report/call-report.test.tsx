import { goalsOf, metricsOf, noCalls, noTimes } from '@regie/contract/call-metrics.ts'
import { type AgentFiguresRow, type CallFigures, callReportApi, type QueueCallFigures } from '@regie/contract/call-report.ts'
import { loginApi } from '@regie/contract/login.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { queueApi, teamApi } from '@regie/contract/teams.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { CallReport } from './call-report.tsx'

const figures = (counts: Partial<CallFigures>): CallFigures => {
  const all = { ...noCalls, ...counts }
  return { ...all, ...metricsOf(all) }
}
const good = figures({
  offered: 10,
  answered: 10,
  inTime: 9,
  handled: 10,
  waitSeconds: 100,
  longestWait: 40,
  talkSeconds: 600,
  afterSeconds: 300,
})
const bad = figures({
  offered: 20,
  answered: 16,
  inTime: 8,
  abandoned: 4,
  handled: 16,
  waitSeconds: 640,
  longestWait: 130,
  talkSeconds: 1_600,
})
const both = figures({
  ...{ offered: 30, answered: 26, inTime: 17, abandoned: 4, handled: 26, waitSeconds: 740, longestWait: 130 },
  ...{ talkSeconds: 2_200, afterSeconds: 300 },
})
const days = { from: '2026-11-23', to: '2026-11-24' }
const queue = (queueID: number, teamID: number, its: CallFigures): QueueCallFigures & { before: CallFigures } => ({
  ...{
    queueID,
    teamID,
    name: `Wachtrij ${queueID}`,
    number: '',
    team: `Team ${teamID}`,
    targetSeconds: 20,
    targetPercent: 80,
    limitSeconds: 60,
  },
  ...{ ...its, before: good },
})
const agent: AgentFiguresRow = {
  ...{ userID: 5, name: 'Noor Bakker', handled: 12, att: 90, hold: 5, holdOfHeld: 60, acw: 30, aht: 125 },
  ...{ talkSeconds: 1_080, holdSeconds: 60, afterSeconds: 360, missed: 3, missedShare: 0.2 },
  ...{ times: { ...noTimes, available: 3_600, calling: 1_080 }, cpu: 8.2, occupancy: 0.3, availability: 1, loggedInSeconds: 5_040 },
}

type Given = { rights?: number[]; seesAgents?: boolean; path?: string; isEmpty?: boolean }

const open = ({
  rights = [Right.reportCalls, Right.reportAgents, Right.exportReports],
  seesAgents = true,
  path,
  isEmpty = false,
}: Given = {}) =>
  renderScreen(
    (api) => {
      const bucket = (at: string, its: CallFigures) => ({ bucket: at, ...its })
      const rows = isEmpty
        ? [bucket('2026-11-22T23:00:00.000Z', figures({}))]
        : [bucket('2026-11-22T23:00:00.000Z', good), bucket('2026-11-23T23:00:00.000Z', bad)]
      const total = isEmpty ? figures({}) : both
      const queues = [queue(1, 8, good), queue(2, 9, bad)]
      api.answer(callReportApi.buckets, { ...days, granularity: 'day', rows, total })
      api.answer(callReportApi.performance, {
        ...{ ...days, total, goals: goalsOf(queues), queues },
        before: { from: '2026-11-21', to: '2026-11-22', ...good },
      })
      const { userID: _id, name: _name, ...all } = agent
      api.answer(callReportApi.agents, { ...days, seesAgents, total: all, rows: seesAgents ? [agent] : [] })
      api.answer(teamApi.choice, [
        { team_id: 8, team_name: 'Team 8' },
        { team_id: 9, team_name: 'Team 9' },
      ])
      api.answer(queueApi.choice, [
        { queue_id: 1, queue_name: 'Wachtrij 1', team_id: 8 },
        { queue_id: 2, queue_name: 'Wachtrij 2', team_id: 9 },
      ])
      api.answer(loginApi.changeSettings, ({ body }) => body.settings as never)
      return <CallReport customerID={7} />
    },
    { rights, texts: ['figures', 'callReport', 'fields'], ...(path !== undefined && { path }) },
  )

const tile = (name: 'serviceLevel' | 'aht' | 'abandonedShare') => page.getByRole('group', { name: text(`callReport.metrics.${name}`) })

test('each figure stands beside its goal and the period before, and says how it is calculated', async () => {
  await open()
  await expect.element(tile('serviceLevel').getByText('56,7%')).toBeVisible()
  await expect.element(tile('serviceLevel').getByText(/doel gemist: 80% binnen 20 s/)).toBeVisible()
  await expect.element(tile('serviceLevel').getByText(/33,3 procentpunt minder/)).toBeVisible()
  await expect.element(tile('aht').getByText('1:36')).toBeVisible()
  await tile('aht').getByRole('button').click()
  await expect.element(page.getByRole('dialog').getByText(text('callReport.formulas.aht'))).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('the chart’s question is answered in words, and each number leads to its cases', async () => {
  await open()
  await expect.element(page.getByText(/Het doel werd 1 van de 2 keer gemist/)).toBeVisible()
  const abandoned = page.getByRole('link', { name: '4 gesprekken: Wie ophing' }).first()
  await expect
    .element(abandoned)
    .toHaveAttribute(
      'href',
      '/cases?figure=queueCalls&from=2026-11-23&until=2026-11-24&outcome=abandoned&fromAt=2026-11-23T23%3A00%3A00.000Z',
    )
})

test('a queue and a team have their own figures and goal', async () => {
  await open()
  await page.getByRole('tab', { name: text('callReport.tabs.queues') }).click()
  await expect.element(page.getByText(text('callReport.questions.queues'))).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'Wachtrij 2' })).toBeVisible()
  await page.getByRole('tab', { name: text('callReport.tabs.teams') }).click()
  const row = page.getByRole('row').filter({ hasText: 'Team 9' })
  await expect.element(row.getByText('40,0%')).toBeVisible()
})

test('agents one by one are shown with the right alone', async () => {
  await open()
  await page.getByRole('tab', { name: text('callReport.tabs.agents') }).click()
  await expect.element(page.getByRole('rowheader', { name: 'Noor Bakker' })).toBeVisible()
})

test('without that right they stand together, and it says why', async () => {
  await open({ rights: [Right.reportCalls], seesAgents: false })
  await page.getByRole('tab', { name: text('callReport.tabs.agents') }).click()
  await expect.element(page.getByText(text('callReport.onlyTogether'))).toBeVisible()
  await expect
    .element(
      page
        .getByRole('row')
        .filter({ hasText: text('figures.total') })
        .getByText('12', { exact: true }),
    )
    .toBeVisible()
})

test('a chosen queue is asked for, and kept for this user and customer', async () => {
  const { api } = await open()
  await page.getByRole('button', { name: text('callReport.queuesChosen', { count: 0 }) }).click()
  await page.getByRole('menuitem', { name: 'Wachtrij 2' }).click()
  await expect.poll(() => api.callsOf(callReportApi.performance).at(-1)).toMatchObject({ query: { queues: '[2]' } })
  await expect
    .poll(() => api.callsOf(loginApi.changeSettings))
    .toMatchObject([{ body: { settings: { callReport: { '7': { teams: [], queues: [2], granularity: null, compare: true } } } } }])
})

test('a period without calls says so', async () => {
  await open({ isEmpty: true })
  await expect.element(page.getByText(text('callReport.none.title'))).toBeVisible()
})

test('without the right to export the button is grey', async () => {
  await open({ rights: [Right.reportCalls] })
  await expect.element(page.getByRole('button', { name: new RegExp(text('figures.export')) })).toHaveAttribute('aria-disabled', 'true')
})
