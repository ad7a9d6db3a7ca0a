import { customerApi } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { Palette } from './palette.tsx'

const nothing = () => undefined
const typed = () => page.getByRole('combobox')
const screen = () => page.getByRole('option', { name: new RegExp(text('menu.screens.arrangements')) })

test('a screen is found by what one comes to do there, also where its name says it in other words', async () => {
  await renderScreen(
    (api) => {
      api.answer(customerApi.list, [])
      // Asked for what is typed, where the machine is slow enough for it.
      api.answer(scriptApi.listOfCustomer, [])
      return <Palette isOpen onClose={nothing} onHelp={nothing} onTour={nothing} />
    },
    { rights: [Right.viewCases, Right.changeCases], texts: ['palette'] },
  )
  await typed().fill('terugb')
  await expect.element(screen()).toBeVisible()
  await typed().fill('terugweg')
  await expect.element(screen()).not.toBeInTheDocument()
})
