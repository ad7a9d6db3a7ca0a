import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { ScreenGate, UnknownScreen } from './screen-gate.tsx'
import { screenTable } from './screen-table.ts'

const open = (name: string, rights: readonly number[], params: Record<string, string> = {}) => {
  const screen = screenTable.find((each) => each.name === name)
  if (screen === undefined) throw new Error(`No screen ${name}`)
  return renderScreen(
    () => (
      <ScreenGate screen={screen} params={params}>
        <p>the screen</p>
      </ScreenGate>
    ),
    { rights },
  )
}

test('who holds the right sees the screen', async () => {
  await open('audit', [Right.viewAudit])
  await expect.element(page.getByText('the screen')).toBeVisible()
})

test('who does not reads which screen is shut, and goes on to the first that is open', async () => {
  await open('audit', [Right.viewCases])
  const screen = text('menu.screens.audit')
  await expect.element(page.getByText(text('app.forbidden.text', { screen }))).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: text('app.goOn', { screen: text('menu.screens.home') }) }))
    .toHaveAttribute('href', '/')
  expect(page.getByText('the screen').query()).toBeNull()
})

test('who may open no screen at all has no way on', async () => {
  await open('batch', [])
  await expect.element(page.getByText(text('app.forbidden.text', { screen: text('app.screens.batch') }))).toBeVisible()
  expect(page.getByRole('link').query()).toBeNull()
})

test('an address without a number where one belongs names what it is about', async () => {
  await open('case', [Right.viewCases], { caseID: 'abc' })
  await expect.element(page.getByText(text('app.unknown.number', { screen: text('app.screens.case'), given: 'abc' }))).toBeVisible()
})

test('an address that is none of ours says so, and shows the way on', async () => {
  await renderScreen(() => <UnknownScreen />, { rights: [Right.viewBatches], path: '/nergens' })
  await expect.element(page.getByText(text('app.unknown.text', { address: '/nergens' }))).toBeVisible()
  await expect.element(page.getByRole('link', { name: text('app.goOn', { screen: text('menu.screens.home') }) })).toBeVisible()
})
