import { mailReportApi, type MessageCounts, noMessages, sumOfMessages, whatsAppReportApi } from '@regie/contract/message-report.ts'
import type { ReportedChannel } from '@regie/contract/message-report.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { CaseMessages } from './case-messages.tsx'
import { MessageReport } from './message-report.tsx'

const days = { from: '2026-11-23', to: '2026-11-24' }
const good: MessageCounts = {
  ...noMessages,
  all: 100,
  sent: 100,
  delivered: 98,
  read: 60,
  failed: 2,
  measured: 80,
  opened: 40,
  clicked: 20,
}
const bad: MessageCounts = { ...noMessages, all: 50, sent: 45, delivered: 30, read: 10, failed: 15, answered: 9, unsubscribed: 3 }
const both = sumOfMessages([good, bad])

type Given = { channel?: ReportedChannel; rights?: number[]; path?: string; isEmpty?: boolean }

const open = ({
  channel = 'email',
  rights = [Right.reportMail, Right.reportWhatsApp, Right.exportReports],
  path,
  isEmpty = false,
}: Given = {}) =>
  renderScreen(
    (api) => {
      for (const report of [mailReportApi, whatsAppReportApi]) {
        api.answer(report.counter, ({ query }) => ({ type: query.type, from: '2026-11-24', to: '2026-11-24', count: 12, failed: 1 }))
        const rows = isEmpty
          ? []
          : [
              { bucket: '2026-11-22T23:00:00.000Z', ...good },
              { bucket: '2026-11-23T23:00:00.000Z', ...bad },
            ]
        const before = { from: '2026-11-21', to: '2026-11-22', ...good }
        api.answer(report.buckets, { ...days, granularity: 'day', rows, total: isEmpty ? noMessages : both, before })
        api.answer(report.groups, {
          ...days,
          rows: [
            { id: 4, name: 'Herinnering', ...good },
            { id: null, name: null, ...bad },
          ],
          total: both,
        })
        api.answer(report.errors, {
          ...days,
          rows: [
            { cause: 'mailboxUnknown', code: '5.1.1', count: 12 },
            { cause: null, code: '5.9.41', count: 5 },
          ],
        })
      }
      return <MessageReport channel={channel} customerID={7} scriptID={null} />
    },
    { rights, texts: ['figures', 'messageReport', 'cases'], ...(path !== undefined && { path }) },
  )

const tile = (name: string) => page.getByRole('group', { name, exact: true })
const hrefOf = (search: string) => `/cases?figure=messages&channel=email&${search}`

test('each figure says of what it is a part, how it moved, and leads to its cases', async () => {
  await open()
  const opened = tile(text('messageReport.shares.openedShare'))
  await expect.element(opened.getByText('50,0%')).toBeVisible()
  await expect.element(opened.getByText('40 van 80')).toBeVisible()
  await expect.element(opened.getByRole('link')).toHaveAttribute('href', hrefOf('from=2026-11-23&until=2026-11-24&counted=opened'))
  await opened.getByRole('button').click()
  await expect.element(page.getByRole('dialog').getByText(/÷ gemeten/)).toBeVisible()
})

test('the sentence under the chart names the moment at which most failed', async () => {
  await open()
  await expect.element(page.getByText(/24 nov.*30,0%.*\(15 van 50\)/)).toBeVisible()
})

test('a number of a bucket leads to the cases of that bucket alone', async () => {
  await open()
  const row = page.getByRole('row').filter({ hasText: '23 nov' })
  await expect
    .element(row.getByRole('link', { name: /Geklikt/ }))
    .toHaveAttribute(
      'href',
      hrefOf('from=2026-11-23&until=2026-11-24&counted=clicked&fromAt=2026-11-22T23%3A00%3A00.000Z&untilAt=2026-11-23T23%3A00%3A00.000Z'),
    )
})

test('by template, those without one too', async () => {
  await open({ path: '/?tab=templates' })
  const row = page.getByRole('row').filter({ hasText: text('messageReport.noTemplate') })
  await expect
    .element(row.getByRole('link', { name: /Beantwoord/ }))
    .toHaveAttribute('href', hrefOf('from=2026-11-23&until=2026-11-24&counted=answered&templateID=0'))
})

test('each cause leads to its cases, a code without words too', async () => {
  await open({ path: '/?tab=errors' })
  const row = page.getByRole('row').filter({ hasText: '5.9.41' })
  await expect.element(row.getByRole('link')).toHaveAttribute('href', hrefOf('from=2026-11-23&until=2026-11-24&counted=failed&code=5.9.41'))
})

test('WhatsApp has what is read, and nothing of links and unsubscribing', async () => {
  await open({ channel: 'whatsapp' })
  await expect.element(tile(text('messageReport.shares.readShare'))).toBeVisible()
  await expect.element(tile(text('messageReport.counts.unsubscribed'))).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: text('messageReport.counts.clicked') })).not.toBeInTheDocument()
})

test('a period in which nothing went out says so', async () => {
  await open({ isEmpty: true })
  await expect.element(page.getByText(text('messageReport.none.title'))).toBeVisible()
})

test('what became of the messages of one case, with why one failed', async () => {
  const message = {
    ...{ communicationID: 1, to: 'a@demo.example', template: 'Herinnering', queuedAt: '2026-11-23T09:00:00.000Z' },
    ...{ sentAt: '2026-11-23T09:00:02.000Z', deliveredAt: null, openedAt: null, clickedAt: null, answeredAt: null },
  }
  await renderScreen(
    (api) => {
      api.answer(mailReportApi.ofCase, [
        { ...message, communicationID: 2, state: 'read', openedAt: '2026-11-23T10:00:00.000Z', cause: null, code: '' },
        { ...message, state: 'failed', cause: 'mailboxFull', code: '5.2.2' },
      ])
      return <CaseMessages channel="email" caseID={3} name="D-3" onClose={() => undefined} />
    },
    { rights: [Right.reportMail, Right.viewCases], texts: ['messageReport', 'cases'] },
  )
  await expect.element(page.getByText(text('cases.causes.mailboxFull'))).toBeVisible()
  await expect.element(page.getByText(text('cases.deliveries.read'))).toBeVisible()
})
