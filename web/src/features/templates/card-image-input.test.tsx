import { cardImagePath, cardImageRule } from '@regie/contract/card-images.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { errorText } from '../../locales/error-text.ts'
import { CardImageInput } from './card-image-input.tsx'

const kilobytes = cardImageRule.bytesMax / 1024
const first = `${'a'.repeat(64)}.png`
const label = 'Afbeelding'
const remove = () => page.getByRole('button', { name: text('templates.card.remove') })
const choose = () => page.getByText(text('templates.card.choose'))
const image = () => page.getByRole('img', { name: text('templates.card.image') })

function Choosing({ isDisabled = false }: { isDisabled?: boolean }) {
  const [value, setValue] = useState(first)
  return <CardImageInput {...{ label, isDisabled, value }} templateID={7} onChange={setValue} />
}

test('a picture is seen, taken away, and refused where WhatsApp would not show it', async () => {
  await renderScreen(() => <Choosing />, { texts: ['templates'] })
  await expect.element(page.getByRole('group', { name: label })).toBeVisible()
  await expect.element(image()).toHaveAttribute('src', cardImagePath(first))
  await remove().click()
  await expect.element(choose()).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('There is no place for a file')
  await userEvent.upload(input, new File([new Uint8Array(cardImageRule.bytesMax + 1)], 'foto.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText(errorText('template.cardImageTooLarge', { kilobytes }))).toBeVisible()
  await userEvent.upload(input, new File(['<svg/>'], 'kaart.svg', { type: 'image/svg+xml' }))
  await expect.element(page.getByText(errorText('template.cardImageKind'))).toBeVisible()
})

test('who may not change it sees it and no more', async () => {
  await renderScreen(() => <Choosing isDisabled />, { texts: ['templates'] })
  await expect.element(image()).toBeVisible()
  await expect.element(remove()).not.toBeInTheDocument()
})
