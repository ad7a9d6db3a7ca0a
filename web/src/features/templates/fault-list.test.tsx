import type { TemplateFault } from '@regie/contract/templates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { FoldingFaults } from './fault-list.tsx'

const place = { locale: 'nl', place: 'text', detail: '3', mayPass: false } as const
const faults: TemplateFault[] = [
  { ...place, fault: 'smsParts', blocks: false },
  { ...place, fault: 'smsTooLong', blocks: true },
]
const line = () => page.getByText(text('templates.faults.count', { count: 2, blocking: 1 }))
// What is folded away is in no reader's list.
const blocking = () =>
  page
    .getByRole('list', { name: text('templates.faults.label') })
    .getByRole('listitem')
    .first()
const show = (given = faults) => renderScreen(() => <FoldingFaults faults={given} />, { texts: ['templates'] })

test('on a phone the remarks are one line that says how many keep the text from being sent, and opens', async () => {
  await page.viewport(390, 844)
  await show()
  await expect.element(line()).toBeVisible()
  await expect.element(blocking()).not.toBeInTheDocument()
  await line().click()
  await expect.element(blocking()).toBeVisible()
})

test('one remark alone is said at once, and so are all of them where there is room', async () => {
  await page.viewport(390, 844)
  await show(faults.slice(1))
  await expect.element(blocking()).toBeVisible()
  await page.viewport(1440, 900)
  await show()
  await expect.element(blocking()).toBeVisible()
  await expect.element(line()).not.toBeInTheDocument()
})
