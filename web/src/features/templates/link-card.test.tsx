import { cardImagePath } from '@regie/contract/card-images.ts'
import { TemplateOptions } from '@regie/contract/templates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { templateWith } from '../../../test/template-detail.ts'
import { LinkCard } from './link-card.tsx'

const { usualCard } = templateWith([])
const show = (words: Partial<TemplateOptions>) =>
  renderScreen(() => <LinkCard usual={usualCard} options={{ ...TemplateOptions.parse({}), ...words }} locale="eng" />, {
    texts: ['templates'],
  })
const card = () => page.getByRole('region', { name: text('templates.card.label') })

test('the card shows the words of the text, and what stands on every card where the text has none', async () => {
  await show({ cardTitle: 'Regel het hier' })
  await expect.element(card().getByText('Regel het hier')).toBeVisible()
  await expect.element(card().getByText(usualCard.description.eng)).toBeVisible()
  await expect.element(card().getByText(usualCard.title)).not.toBeInTheDocument()
})

test('a picture of its own stands as wide as the card, in place of the logo', async () => {
  const name = `${'a'.repeat(64)}.png`
  await show({ cardImage: name })
  const image = card().getByRole('img', { name: text('templates.card.image') })
  await expect.element(image).toHaveAttribute('src', cardImagePath(name))
  expect(card().element().querySelectorAll('img')).toHaveLength(1)
})
