import type { MappingColumn, ReportBatch, ReportOutput } from '@regie/contract/report-wish.ts'
import { reportApi } from '@regie/contract/reports.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeApi } from '../../../test/fake-api.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { useAddress } from '../../session/address.ts'
import { definitionOf, readChoices, type ReportStep, searchNames } from './report-choices.ts'
import { ReportWizard } from './report-wizard.tsx'

const all = {
  rights: [Right.reportBatches, Right.reportScripts, Right.exportReports, Right.viewCases],
  texts: ['reports', 'views'] as const,
}
const column = (input: string, report: string, cells: (string | number)[], more: Partial<MappingColumn> = {}): MappingColumn => ({
  ...{ input, report, type: 'text', personal: false, example: String(cells[0]), cells },
  ...more,
})
const mapping = [
  column('caseNumber', 'Dossiernummer', ['D1', 'D2']),
  column('name', 'Naam', ['Jansen', 'Vries'], { personal: true }),
  column('outstanding', 'Openstaand', [75_000, 5_050], { type: 'amount', example: '750,00' }),
  column('city', 'Plaats', ['Utrecht', 'Zwolle']),
]
const batch: ReportBatch = {
  ...{ batchID: 7, name: 'Najaar', scriptID: 3, scriptName: 'Minnelijk', status: 'open', importedAt: '2026-06-01T08:00:00.000Z' },
  ...{ cases: 1_234, open: 1_000, money: [{ currency: 'EUR', claimedCents: 100_000, paidCents: 25_000 }] },
}
const output: ReportOutput = { columns: mapping.slice(0, 1), rows: [['D1'], ['D2']], total: 6_000, truncated: true }

function Wizard({ step }: { step: ReportStep }) {
  const [search, change] = useAddress(searchNames)
  const choices = readChoices(step === 'source' ? {} : { batchID: '7' }, search)
  return (
    <ReportWizard
      {...{ customerID: 5, scriptID: null, step, choices, notice: null }}
      onChoices={(changed) => {
        const next = { ...choices, ...changed }
        change({ ...definitionOf(next), from: next.from, until: next.until, batches: next.batchIDs.join(',') })
      }}
    />
  )
}

const open = (step: ReportStep, path = '/', prepare: (api: FakeApi) => void = () => undefined) =>
  renderScreen(
    (api) => {
      api.answer(reportApi.batches, [batch, { ...batch, batchID: 8, name: 'Voorjaar' }])
      api.answer(reportApi.batchMapping, mapping)
      api.answer(reportApi.batchOutput, output)
      prepare(api)
      return <Wizard step={step} />
    },
    { ...all, path },
  )

const headings = () =>
  [...document.querySelectorAll(`[aria-label="${text('reports.preview.title')}"] thead th`)].map((head) => head.textContent)

test('a batch must be chosen before one goes on, and then it stands in the address', async () => {
  const { path } = await open('source')
  const next = (disabled: boolean) => page.getByRole('button', { name: new RegExp(`^${text('reports.next.columns')}`), disabled })
  await expect.element(next(true)).toHaveAttribute('title', text('reports.missing.batch'))
  await page
    .getByRole('row', { name: /Najaar/ })
    .getByRole('checkbox')
    .click()
  await expect.poll(path).toContain('batches=7')
  await next(false).click()
  await expect.poll(path).toMatch(/^\/reports\/batches\/7$/)
})

test('a column that is ticked joins the report and its preview, one that is removed leaves both', async () => {
  await open('columns')
  await expect.poll(headings).toEqual(['Dossiernummer', 'Naam', 'Openstaand'])
  await page.getByRole('checkbox', { name: /Plaats/ }).click()
  await expect.poll(headings).toEqual(['Dossiernummer', 'Naam', 'Openstaand', 'Plaats'])
  await page.getByRole('button', { name: text('reports.columns.remove', { name: 'Naam' }) }).click()
  await expect.poll(headings).toEqual(['Dossiernummer', 'Openstaand', 'Plaats'])
  await expect.element(page.getByRole('cell', { name: '750,00' })).toBeVisible()
})

test('columns change places by the arrow keys, and the focus stays on the one that moved', async () => {
  await open('columns')
  const handle = (name: string, place: number) => page.getByRole('button', { name: text('ui.order.move', { name, place, count: 3 }) })
  await expect.element(handle('Dossiernummer', 1)).toBeVisible()
  ;(handle('Dossiernummer', 1).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(headings).toEqual(['Naam', 'Dossiernummer', 'Openstaand'])
  await expect.element(handle('Dossiernummer', 2)).toHaveFocus()
  await expect.element(page.getByText(text('ui.order.moved', { name: 'Dossiernummer', place: 2, count: 3 }))).toBeInTheDocument()
  await userEvent.keyboard('{End}')
  await expect.poll(headings).toEqual(['Naam', 'Openstaand', 'Dossiernummer'])
})

test('columns change places by dragging', async () => {
  await open('columns')
  const handle = page.getByRole('button', { name: text('ui.order.move', { name: 'Openstaand', place: 3, count: 3 }) })
  const first = page.getByRole('button', { name: text('ui.order.move', { name: 'Dossiernummer', place: 1, count: 3 }) })
  await expect.element(handle).toBeVisible()
  const [from, to] = [handle.element().getBoundingClientRect(), first.element().getBoundingClientRect()]
  const send = (type: string, { x, y }: DOMRect) =>
    handle.element().dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: x + 4, clientY: y + 4 }))
  // A pointer that no hand holds cannot be captured.
  handle.element().setPointerCapture = () => undefined
  for (const [type, place] of [
    ['pointerdown', from],
    ['pointermove', to],
    ['pointerup', to],
  ] as const) {
    send(type, place)
    await new Promise(requestAnimationFrame)
  }
  await expect.poll(headings).toEqual(['Openstaand', 'Dossiernummer', 'Naam'])
})

test('a name that is typed is the heading; an empty one is kept nowhere, and one that another has is said', async () => {
  const { path } = await open('columns')
  const name = page.getByRole('textbox', { name: text('reports.columns.nameOf', { name: 'Naam' }) })
  await name.fill('Klant, en ~')
  await expect.poll(headings).toContain('Klant, en ~')
  await expect.poll(path).toContain('columns=')
  await name.fill('')
  await userEvent.tab()
  await expect.element(name).toHaveValue('Klant, en ~')
  await name.fill('openstaand')
  await expect.element(page.getByText(text('refusals.report.columnTwice')).first()).toBeVisible()
})

test('a column that is gone is named and left out', async () => {
  await open('columns', '/?columns=name~Naam,field%253Aoud~Oud%2520veld')
  await expect.element(page.getByText(text('reports.columns.gone', { count: 1, names: '“Oud veld”' }))).toBeVisible()
  await expect.poll(headings).toEqual(['Naam'])
})

test('the screen asks what is chosen, and says that there is more than it shows', async () => {
  const { api } = await open('output', '/?from=2026-03-01&until=2026-03-31&status=closed&about=paidAt&columns=name~Wie')
  await expect.element(page.getByText(text('reports.output.truncated', { count: '5.000', total: '6.000' }))).toBeVisible()
  await expect.element(page.getByRole('gridcell', { name: 'D2' })).toBeVisible()
  expect(api.callsOf(reportApi.batchOutput)).toMatchObject([
    {
      body: {
        ...{ kind: 'batch', batchIDs: [7], columns: [{ input: 'name', report: 'Wie' }], locale: 'nl' },
        ...{ period: { from: '2026-03-01', to: '2026-03-31' }, filters: { status: 'closed', periodOf: 'paidAt' } },
      },
    },
  ])
})

test('with half of a period nothing is asked', async () => {
  const { api } = await open('output', '/?from=2026-03-01')
  await expect.element(page.getByText(text('reports.output.halfPeriod')).first()).toBeVisible()
  expect(api.callsOf(reportApi.batchOutput)).toEqual([])
})

test('a report that is refused says why', async () => {
  await open('output', '/', (api) =>
    api.refuse(reportApi.batchOutput, { error: 'report.periodTooLong', requestId: 'r', params: { count: 366 } }),
  )
  await expect.element(page.getByText(text('refusals.report.periodTooLong', { count: 366 }))).toBeVisible()
})

test('a file has a button of its own, which is grey for who may not export', async () => {
  const draw = (rights: readonly number[]) =>
    renderScreen((api) => (api.answer(reportApi.batchMapping, mapping), (<Wizard step="output" />)), {
      ...all,
      rights,
      path: '/?output=excel',
    })
  const { leave } = await draw(all.rights)
  await expect.element(page.getByRole('button', { name: text('reports.file.download'), disabled: false })).toBeVisible()
  leave()
  await draw(all.rights.filter((right) => right !== Right.exportReports))
  await expect.element(page.getByRole('button', { name: new RegExp(`^${text('reports.file.download')}`), disabled: true })).toBeVisible()
})
