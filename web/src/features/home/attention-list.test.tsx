import type { HomeAttention } from '@regie/contract/home.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { formatPlainDay } from '../../locales/format.ts'
import { paths } from '../../paths.ts'
import { AttentionList } from './attention-list.tsx'

const nothing: HomeAttention = {
  ...{
    stalled: [],
    unreachable: [],
    complaints: null,
    disputes: 0,
    alreadyPaid: 0,
    broken: 0,
    failed: 0,
    callbacks: null,
    colleaguesLate: null,
  },
  ...{
    barred: 0,
    barredSoon: null,
    privacy: null,
    complianceFile: null,
    debtHelpReached: 0,
    bankEntries: 0,
    imports: [],
    importsWaiting: [],
  },
}
const open = (attention: Partial<HomeAttention>) =>
  renderScreen(() => <AttentionList attention={{ ...nothing, ...attention }} />, { texts: ['home'] })

test('what is soon time-barred, and debt help whose end has come, stand there and lead to their rows', async () => {
  await open({ barred: 4, barredSoon: { count: 12, first: '2027-02-01' }, debtHelpReached: 1 })
  const barred = text('home.attention.barredSoon.text', { count: 12, shown: '12', first: formatPlainDay('2027-02-01') })
  const help = text('home.attention.debtHelp.text', { count: 1, shown: '1' })
  const linkOf = (words: string) => page.getByRole('link', { name: `${text('home.attention.barredSoon.action')}: ${words}` })
  const past = text('home.attention.barred', { count: 4, shown: '4' })
  await expect.element(linkOf(past)).toHaveAttribute('href', paths.figure({ figure: 'barred' }))
  await expect.element(linkOf(barred)).toHaveAttribute('href', paths.figure({ figure: 'barredSoon' }))
  await expect.element(linkOf(help)).toHaveAttribute('href', paths.figure({ figure: 'debtHelpReached' }))
})

test('where nothing waits it says so', async () => {
  await open({})
  await expect.element(page.getByText(text('home.attention.nothing'), { exact: true })).toBeVisible()
})
