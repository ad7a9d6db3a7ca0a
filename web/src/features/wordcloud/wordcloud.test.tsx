import { customerApi } from '@regie/contract/customers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type Wordcloud as Answer, wordcloudApi } from '@regie/contract/wordcloud.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { FullWordcloud } from './full-wordcloud.tsx'
import { Wordcloud } from './wordcloud.tsx'

const filters = { words: '', from: '', until: '', source: '', target: 'person' }
const scope = { customerID: 7, scriptID: null, filters }
const answer: Answer = {
  words: [
    { word: 'factuur', count: 34 },
    { word: 'betalingsregeling', count: 21 },
    { word: 'toeslag', count: 3 },
  ],
  ...{ read: 120, found: 120, isAll: true, since: '2026-05-03T08:00:00.000Z' },
}
const rights = [Right.viewWordcloud, Right.viewCases]
const wordNamed = (word: string, count: number) =>
  page.getByRole('link', { name: text('wordcloud.wordWithCount', { word, count, shown: String(count) }) })

const show = (given: Partial<Answer> = {}, word = '', held = rights, onWord = vi.fn()) =>
  renderScreen(
    (api) => {
      api.answer(wordcloudApi.get, { ...answer, ...given })
      api.answer(wordcloudApi.messages, {
        rows: [
          {
            ...{ key: '1-4', source: 'whatsapp', target: 'person', at: '2026-11-24T09:00:00.000Z', caseID: 12, caseNumber: 'HER-12' },
            ...{ conversationID: 3, excerpt: 'Waar blijft de factuur van deze maand?' },
          },
        ],
        nextCursor: null,
      })
      return <Wordcloud scope={scope} word={word} onWord={onWord} />
    },
    { rights: held, texts: ['wordcloud'] },
  )

test('each word is a link with its count, that keeps the filters', async () => {
  const { api } = await show()
  await expect.element(wordNamed('factuur', 34)).toBeVisible()
  await expect.element(wordNamed('factuur', 34)).toHaveAttribute('href', '/wordcloud?target=person&word=factuur')
  await expect.element(wordNamed('toeslag', 3)).toBeVisible()
  expect(api.callsOf(wordcloudApi.get)).toMatchObject([{ query: { customerID: '7', target: 'person' } }])
})

test('arrows go from word to word', async () => {
  await show()
  await expect.element(wordNamed('factuur', 34)).toBeVisible()
  ;(wordNamed('factuur', 34).element() as unknown as SVGElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(wordNamed('betalingsregeling', 21)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(wordNamed('toeslag', 3)).toHaveFocus()
})

test('the same words stand in a table', async () => {
  await show()
  await page.getByRole('button', { name: text('wordcloud.asTable') }).click()
  await expect.element(page.getByRole('row', { name: 'betalingsregeling 21' })).toBeVisible()
})

test('a word leads to its messages with their cases', async () => {
  const onWord = vi.fn()
  await show({}, 'factuur', rights, onWord)
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('paragraph')).toMatchTextContent('Waar blijft de factuur van deze maand?')
  await expect.element(dialog.getByRole('mark')).toMatchTextContent('factuur')
  await expect
    .element(dialog.getByRole('link', { name: text('wordcloud.case', { number: 'HER-12' }) }))
    .toHaveAttribute('href', '/cases/12')
  await dialog.getByRole('button', { name: text('ui.close') }).click()
  expect(onWord).toHaveBeenCalledWith('')
})

test('who may not see cases sees the words alone', async () => {
  await show({}, '', [Right.viewWordcloud])
  await expect.element(page.getByRole('listitem').first()).toBeVisible()
  expect(page.getByRole('link').query()).toBeNull()
})

test('where nothing was written it says so; where older texts were left out too', async () => {
  await show({ words: [], read: 0, found: 0 })
  await expect.element(page.getByText(text('wordcloud.empty.title'))).toBeVisible()
})

test('a part of the texts is named as a part', async () => {
  await show({ isAll: false, read: 20_000, found: 20_000 })
  await expect.element(page.getByText(/20\.000.*03-05-2026|20\.000/).first()).toBeVisible()
})

test('on a wall the words lead nowhere', async () => {
  await renderScreen(
    (api) => {
      api.answer(wordcloudApi.get, answer)
      api.answer(customerApi.list, [])
      return <FullWordcloud scope={scope} />
    },
    { rights, texts: ['wordcloud'] },
  )
  await expect.element(page.getByRole('listitem').filter({ hasText: 'betalingsregeling' })).toBeVisible()
  expect(page.getByRole('link').query()).toBeNull()
})
