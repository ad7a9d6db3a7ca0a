import type { BatchRow } from '@regie/contract/batches.ts'
import { caseDocumentApi, documentBytesMax, type PlacedInvoice } from '@regie/contract/case-documents.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseDetail } from '../../../test/case-detail.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { PlaceInvoicesDialog } from './place-invoices-dialog.tsx'

const sent: string[] = []
let answer: (name: string) => object = () => ({})

/** The server's side of an upload. */
class FakeUpload {
  upload = {}
  status = 0
  responseText = ''
  onload = () => undefined
  open() {}
  getResponseHeader = () => null
  send(form: FormData) {
    const { name } = form.get('file') as File
    sent.push(name)
    setTimeout(() => {
      this.status = 200
      this.responseText = JSON.stringify(answer(name))
      this.onload()
    }, 1)
  }
}
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const pdf = (name: string) => new File(['%PDF-1.4'], name)
const large = new File([new Uint8Array(documentBytesMax + 1)], 'groot.pdf')
const choose = (files: File[]) => userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, files)

test('of invoices for a batch, what is not sent counts as left and is named beside what found no case', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const placed = (name: string): PlacedInvoice => ({ outcome: name.startsWith('D1') ? 'added' : 'noCase', found: null })
  answer = placed
  await renderScreen(() => <PlaceInvoicesDialog batch={{ batchID: 3 } as BatchRow} onClose={() => undefined} />, {
    texts: ['documents', 'refusals'],
  })
  await expect.element(page.getByText(text('documents.place.about'))).toBeVisible()
  await choose([pdf('D1.pdf'), pdf('brief.docx'), pdf('X9.pdf'), large])
  await expect.element(page.getByText(text('documents.place.done', { added: '1', there: '0', left: '3' }))).toBeVisible()
  expect(sent).toEqual(['D1.pdf', 'X9.pdf'])
  const items = page.getByRole('list', { name: text('documents.place.left') })
  const refused = text('documents.place.refusal', { megabytes: 5 })
  await expect.element(items.getByText(`brief.docx · ${refused}`)).toBeVisible()
  await expect.element(items.getByText(`groot.pdf · ${refused}`)).toBeVisible()
  await expect.element(items.getByText(`X9.pdf · ${text('documents.place.outcomes.noCase')}`)).toBeVisible()
})

test('each invoice that was placed leads to its case', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const outcomes: Record<string, PlacedInvoice> = {
    'D1.pdf': { outcome: 'added', found: { caseID: 11, caseNumber: 'D1' } },
    'D2.pdf': { outcome: 'alreadyThere', found: { caseID: 12, caseNumber: 'D2' } },
    'D3.pdf': { outcome: 'tooMany', found: { caseID: 13, caseNumber: 'D3' } },
    'X9.pdf': { outcome: 'noCase', found: null },
  }
  answer = (name) => outcomes[name] ?? {}
  await renderScreen(() => <PlaceInvoicesDialog batch={{ batchID: 3 } as BatchRow} onClose={() => undefined} />, {
    texts: ['documents', 'refusals'],
  })
  await expect.element(page.getByText(text('documents.place.about'))).toBeVisible()
  await choose(Object.keys(outcomes).map(pdf))
  const placed = page.getByRole('list', { name: text('documents.place.placed') })
  const linkTo = (name: string) => page.getByRole('link', { name: text('documents.place.toCase', { number: name }) })
  await expect.element(placed.getByText('D1.pdf')).toBeVisible()
  await expect.element(linkTo('D1')).toHaveAttribute('href', '/cases/11')
  await expect.element(linkTo('D2')).toHaveAttribute('href', '/cases/12')
  await expect.element(linkTo('D3')).toHaveAttribute('href', '/cases/13')
  await expect.element(placed.getByText(text('documents.place.outcomes.alreadyThere'), { exact: false })).toBeVisible()
  expect(page.getByRole('link').all()).toHaveLength(3)
})

test('a document that may not be kept is refused before it is sent; the others are added, which is said', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  await renderScreen(
    (api) => {
      api.answer(caseDocumentApi.list, [])
      return <DocumentsPanel found={caseDetail} />
    },
    { rights: [Right.viewCases, Right.changeCases], texts: ['documents', 'cases', 'refusals'] },
  )
  await expect.element(page.getByText(text('documents.none'))).toBeVisible()
  await choose([large, pdf('F1.pdf'), new File([], 'leeg.pdf')])
  await expect.element(page.getByText(text('documents.added', { count: 1 }))).toBeVisible()
  expect(sent).toEqual(['F1.pdf'])
  const why = text('refusals.document.tooLarge', { megabytes: 5 })
  await expect.element(page.getByText(text('documents.refused', { name: 'groot.pdf', why }))).toBeVisible()
  await expect.element(page.getByText(text('documents.refused', { name: 'leeg.pdf', why: text('refusals.file.empty') }))).toBeVisible()
})
