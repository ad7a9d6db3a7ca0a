import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImportStory } from '../../../test/import-story.ts'
import { ReportWish } from '@regie/contract/report-wish.ts'
import { readConfig } from '../../platform/config.ts'
import { readCsv } from '../../platform/documents/csv.ts'
import { downloadReport } from './output/download-report.ts'
import { makeTempFolder } from '../../../test/make-temp-folder.ts'

let story: Awaited<ReturnType<typeof openImportStory>>
beforeAll(async () => {
  story = await openImportStory()
})
afterAll(() => story.drop())

const config = readConfig({ DATA_DIR: makeTempFolder('reports') })
const reporter = () => ({ ...story.caller, rights: [Right.reportBatches, Right.viewCases, Right.viewPersonalData] })
const services = () => ({ ...story, config })

async function batchOf(rows: string, name = 'Najaar') {
  const { importID } = await story.uploadAndCheck(`dossiernummer;achternaam;telefoon;mobiel;email;openstaand\r\n${rows}`)
  const { batchID } = await story.importAll(importID, { name })
  if (batchID === null) throw new Error('nothing imported')
  return batchID
}

const wishOf = (batchIDs: number[], locale: 'nl' | 'eng' | 'fr' = 'nl') => ReportWish.parse({ kind: 'batch', batchIDs, locale })

async function reportOf(batchIds: number[], locale: 'nl' | 'eng' | 'fr' = 'nl') {
  const { stream, fileName } = await downloadReport(services(), reporter(), wishOf(batchIds, locale))
  const bytes = Buffer.concat((await stream.toArray()) as Buffer[])
  const [headings = [], ...rows] = [...readCsv(bytes.toString('utf8').replace(/^\uFEFF/, ''), ';')].map(({ cells }) => cells)
  return {
    fileName,
    bytes,
    headings,
    rows: rows.map((cells) => Object.fromEntries(headings.map((heading, index) => [heading, cells[index]]))),
  }
}

test('the results of a batch: one row per case, in the words of the language', async () => {
  const batch = await batchOf('R1;Jansen;020 1234567;0612345678;jan@example.nl;1.234,50\r\nR2;"Vries; de";;;;12\r\n')
  const [first] = await story.casesOf()
  await story.db
    .updateTable('cases')
    .set({ status: 'closed', result: 'BET', attempts: 2, last_answer: 'mens', paid_cents: 123_450, paid_on: '2026-06-03' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  const link = {
    customer_id: story.customerId,
    case_id: first?.id ?? 0,
    batch_id: batch,
    provider: 'simulated',
    simulated: true,
    amount_cents: 123_450,
    expires_at: new Date('2026-12-01T00:00:00Z'),
  }
  await story.db
    .insertInto('payment_links')
    .values([
      { ...link, token: 'a'.repeat(22), idempotency_key: 'a', state: 'paid', paid_at: new Date('2026-06-03T09:00:00Z') },
      { ...link, token: 'b'.repeat(22), idempotency_key: 'b', state: 'created' },
    ])
    .execute()
  await story.db
    .insertInto('communications')
    .values({
      customer_id: story.customerId,
      case_id: first?.id ?? 0,
      batch_id: batch,
      channel: 'email',
      idempotency_key: 'm',
      state: 'sent',
      recipient: 'jan@example.nl',
      provider: 'simulated',
      simulated: true,
    })
    .execute()

  const { fileName, bytes, rows } = await reportOf([batch])
  expect(fileName).toBe('batchresultaten Najaar.csv')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(rows).toMatchObject([
    {
      Batch: 'Najaar',
      Dossiernummer: 'R1',
      Naam: 'Jansen',
      Status: 'Gesloten',
      Resultaat: 'Betaald',
      Openstaand: '0,00',
      Telefoon: '+31201234567',
      Mobiel: '+31612345678',
      Pogingen: '2',
      'Laatste antwoord': 'Mens',
      'E-mails verstuurd': '1',
      'Sms verstuurd': '0',
      Betaallink: 'Betaald',
      'Betaald op': '03-06-2026',
      Betaald: '1234,50',
      ...{ Vordering: '1234,50', '% betaald': '100,0', Toegezegd: '' },
    },
    { Dossiernummer: 'R2', Naam: 'Vries; de', Status: 'Open', Betaallink: '', Betaald: '', Vordering: '12,00', '% betaald': '0,0' },
  ])
  expect((await reportOf([batch], 'fr')).rows).toMatchObject([{ Statut: 'Clôturé', 'Lien de paiement': 'Payé' }, {}])
})

test('no cell of a report becomes a formula; a phone stays a phone', async () => {
  const batch = await batchOf('F1;x;;0612345678;;1\r\n', '=Batch')
  const evil = ['=1+1', '+1+1', '-1', '@SUM(A1)', '\t=1', '\r=1']
  for (const name of evil) {
    await story.db
      .updateTable('cases')
      .set({ name, city: name, invoice_number: name, email: name })
      .where('case_number', '=', 'F1')
      .execute()
    expect((await reportOf([batch])).rows).toMatchObject([
      { Batch: "'=Batch", Naam: `'${name}`, Plaats: `'${name}`, Factuurnummer: `'${name}`, 'E-mail': `'${name}`, Mobiel: '+31612345678' },
    ])
  }
})

test('the batch of another customer does not exist', async () => {
  const batch = await batchOf('S1;x;;;;1\r\n')
  await expect(downloadReport(services(), { ...reporter(), customerIds: [] }, wishOf([batch]))).rejects.toMatchObject({
    code: 'batch.notFound',
  })
  await expect(downloadReport(services(), reporter(), wishOf([batch, 999_999]))).rejects.toMatchObject({ code: 'batch.notFound' })
})

test('a download that is dropped gives its connection back', async () => {
  const batch = await batchOf('T1;x;;;;1\r\n')
  for (let time = 0; time < 15; time += 1) {
    const { stream } = await downloadReport(services(), reporter(), wishOf([batch]))
    stream.destroy()
  }
  expect((await reportOf([batch])).rows).toHaveLength(1)
})
