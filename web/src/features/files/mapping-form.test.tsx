import type { FieldDefinition } from '@regie/contract/fields.ts'
import { fileApi } from '@regie/contract/files.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { importOfTest } from '../../../test/import-of-test.ts'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { MappingForm } from './mapping-form.tsx'

const field = (key: string, label: string, type: FieldDefinition['type'], required = false): FieldDefinition => ({
  key,
  label: { nl: label, eng: label, fr: label },
  type,
  required,
  maxLength: 100,
  aliases: [],
})
const fields = [field('caseNumber', 'Dossiernummer', 'text', true), field('due', 'Vervaldatum', 'date'), field('name', 'Naam', 'text')]
const found = importOfTest({
  status: 'mapping',
  columns: [
    { index: 0, name: 'Deb.nr', fields: [{ field: 'caseNumber', transform: null }], samples: ['A1', 'A2'] },
    { index: 1, name: 'Datum', fields: [], samples: ['03-04-2027'] },
  ],
})

const targetOf = (column: string) => page.getByLabelText(text('files.mapping.targetOf', { column }))
const choose = async (column: string, option: string) => {
  await targetOf(column).click()
  await page.getByRole('option', { name: option }).click()
}
const check = () => page.getByRole('button', { name: text('files.mapping.check'), exact: false })

async function openMapping() {
  const events: string[] = []
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(fileApi.changeMapping, { ...found, status: 'checking' })
      return <MappingForm found={found} fields={fields} onChecked={() => events.push('checked')} onOther={() => events.push('other')} />
    },
    { texts: ['files'] },
  )
  return { api, events }
}

test('a column that was recognised is filled in; what is chosen is sent as it stands', async () => {
  const { api, events } = await openMapping()
  await expect.element(targetOf('Deb.nr')).toHaveTextContent('Dossiernummer *')
  await choose('Datum', 'Vervaldatum')
  // A column of dates asks how they are written.
  await page.getByRole('radio').first().click()
  await check().click()
  await expect.poll(() => events).toEqual(['checked'])
  expect(api.callsOf(fileApi.changeMapping)).toMatchObject([
    {
      params: { importID: '5' },
      body: {
        columns: [
          { index: 0, fields: [{ field: 'caseNumber', transform: null }] },
          { index: 1, fields: [{ field: 'due', transform: null }] },
        ],
        dateOrder: 'dmy',
        decimalMark: null,
      },
    },
  ])
})

test('two columns for one field are refused at both, and the button says why', async () => {
  const { api } = await openMapping()
  await choose('Datum', 'Dossiernummer *')
  await expect.poll(() => page.getByText(text('files.mapping.double')).elements().length).toBe(2)
  await expect.element(check()).toHaveAttribute('aria-disabled', 'true')
  await check().click({ force: true })
  expect(api.callsOf(fileApi.changeMapping)).toEqual([])
})

test('a refused mapping says why and keeps what was chosen', async () => {
  const { api, events } = await openMapping()
  api.refuse(fileApi.changeMapping, { error: 'error.unavailable' })
  await choose('Datum', 'Naam')
  await check().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(text('errors.error.unavailable'))
  await expect.element(targetOf('Datum')).toHaveTextContent('Naam')
  expect(events).toEqual([])
})
