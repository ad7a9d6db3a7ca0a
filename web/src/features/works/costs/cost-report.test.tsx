import { type CostRow, costReportApi, noCosts } from '@regie/contract/cost-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { CostReport } from './cost-report.tsx'

const row = (place: CostRow['place'], counts: Partial<CostRow>, scriptID = 3): CostRow => ({
  ...{ scriptID, script: `Script ${scriptID}`, place, ...noCosts },
  ...counts,
})

const open = (rows: CostRow[]) =>
  renderScreen(
    (api) => {
      api.answer(costReportApi.figures, {
        ...{ from: '2026-10-30', to: '2026-11-28', rows, otherMoney: [{ currency: 'USD', payments: 1, receivedCents: 700 }] },
        before: { from: '2026-09-30', to: '2026-10-29', places: [] },
      })
      return <CostReport customerID={7} scriptID={null} />
    },
    { rights: [Right.reportScripts, Right.viewCases], texts: ['works', 'figures'] },
  )

test('a channel with a price has its costs for each euro, one without says so instead of nothing', async () => {
  await open([
    row('sms', { contacts: 4, costHundredths: 31_600, payments: 2, receivedCents: 8_000 }),
    row('email', { contacts: 9, unpriced: 9, payments: 1, receivedCents: 500 }, 4),
    row('none', { payments: 1, receivedCents: 100 }, 4),
  ])
  const table = page.getByRole('table').first()
  const cell = (of: RegExp, words: string | RegExp) => table.getByRole('row', { name: of }).getByRole('cell', { name: words }).first()
  await expect.element(cell(/^Sms/, /^€\s3,16$/)).toBeVisible()
  await expect.element(cell(/^Sms/, /^€\s80,00$/)).toBeVisible()
  await expect.element(cell(/^Sms/, /^€\s0,0395$/)).toBeVisible()
  await expect.element(cell(/^E-mail/, text('works.costs.noPrice'))).toBeVisible()
  await expect.element(cell(/^Samen/, text('works.costs.partly'))).toBeVisible()
  await expect.element(page.getByText(/Van 9 contacten is geen prijs bekend/)).toBeVisible()
  await expect.element(page.getByText(/andere valuta/)).toBeVisible()
})

test('each number leads to its cases, of its channel and script', async () => {
  await open([row('sms', { contacts: 4, costHundredths: 31_600, payments: 2, receivedCents: 8_000 }), row('call', { contacts: 1 }, 4)])
  const [first, second] = [page.getByRole('table').first(), page.getByRole('table').last()]
  const days = 'from=2026-10-30&until=2026-11-28'
  await expect
    .element(first.getByRole('row', { name: /^Sms/ }).getByRole('link').last())
    .toHaveAttribute('href', `/cases?figure=costs&part=payments&${days}&place=sms`)
  await expect
    .element(second.getByRole('row', { name: /^Script 4/ }).getByRole('link'))
    .toHaveAttribute('href', `/cases?figure=costs&part=contacts&${days}&place=call&scriptID=4`)
})
