import { caseActionApi } from '@regie/contract/case-actions.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { caseDetail } from '../../../../test/case-detail.ts'
import { renderScreen, text } from '../../../../test/render-screen.tsx'
import { NewCase } from './new-case.tsx'

test('a script that is switched off is marked where one chooses it', async () => {
  await renderScreen(
    (api) => {
      api.answer(scriptApi.listOfCustomer, [
        { scriptID: 1, name: 'Lopend', active: true },
        { scriptID: 2, name: 'Oud', active: false },
      ])
      api.answer(caseActionApi.fieldsOfScript, { fields: [], batches: [], start: null })
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors'] as never },
  )
  await expect.element(page.getByRole('option', { name: text('cases.new.switchedOff', { name: 'Oud' }) })).toBeInTheDocument()
  await expect.element(page.getByRole('option', { name: 'Lopend', exact: true })).toBeInTheDocument()
  // Its fields are there at once.
  await expect.element(page.getByLabelText(text('cases.new.script'), { exact: false })).toHaveValue('1')
})

const field = (key: string, label: string) => ({ key, label: { nl: label, eng: label, fr: label }, type: 'text' as const, required: false })

test.each(['the button', 'Ctrl+Shift+Enter'])('%s saves, empties the form and begins the next in its first field', async (how) => {
  localStorage.removeItem('regie.new-case-script.1')
  const { api, path } = await renderScreen(
    (fake) => {
      fake.answer(scriptApi.listOfCustomer, [{ scriptID: 1, name: 'Lopend', active: true }])
      const fields = [field('dossiernummer', 'Dossiernummer'), field('achternaam', 'Achternaam')]
      fake.answer(caseActionApi.fieldsOfScript, { fields: fields as never, batches: [], start: null })
      fake.answer(caseActionApi.create, caseDetail)
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors', 'files'] as never },
  )
  const number = page.getByLabelText('Dossiernummer')
  const name = page.getByLabelText('Achternaam')
  await number.fill('D-1')
  await name.fill('Jansen')
  if (how === 'the button') await page.getByRole('button', { name: text('cases.new.verbNext') }).click()
  else await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await expect.element(number).toHaveValue('')
  await expect.element(name).toHaveValue('')
  // The first one of the first heading.
  await expect.element(name).toHaveFocus()
  expect(api.callsOf(caseActionApi.create).map(({ body }) => body.fields)).toEqual([{ dossiernummer: 'D-1', achternaam: 'Jansen' }])
  expect(path()).toBe('/')
})

test('Ctrl+Enter makes the case and opens it', async () => {
  localStorage.removeItem('regie.new-case-script.1')
  const { api, path } = await renderScreen(
    (fake) => {
      fake.answer(scriptApi.listOfCustomer, [{ scriptID: 1, name: 'Lopend', active: true }])
      fake.answer(caseActionApi.fieldsOfScript, { fields: [field('dossiernummer', 'Dossiernummer')] as never, batches: [], start: null })
      fake.answer(caseActionApi.create, caseDetail)
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors', 'files'] as never },
  )
  await page.getByLabelText('Dossiernummer').fill('D-1')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(path).toBe(`/cases/${caseDetail.caseID}`)
  expect(api.callsOf(caseActionApi.create)).toHaveLength(1)
})

test('a press counts though the field that is left by it has something to say, which moves the button', async () => {
  localStorage.removeItem('regie.new-case-script.1')
  const { api } = await renderScreen(
    (fake) => {
      fake.answer(scriptApi.listOfCustomer, [{ scriptID: 1, name: 'Lopend', active: true }])
      const fields = [{ ...field('dossiernummer', 'Dossiernummer'), required: true }]
      fake.answer(caseActionApi.fieldsOfScript, { fields: fields as never, batches: [], start: null })
      fake.answer(caseActionApi.create, caseDetail)
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors', 'files'] as never },
  )
  await page.getByLabelText('Dossiernummer', { exact: false }).click()
  await page.getByRole('button', { name: text('cases.new.verb'), exact: true }).click()
  await expect.poll(() => api.callsOf(caseActionApi.create)).toHaveLength(1)
})

const grouped = [
  { ...field('achternaam', 'Achternaam'), group: 'naam' },
  { ...field('bedrijfsnaam', 'Bedrijfsnaam'), group: 'naam' },
  { ...field('postcode', 'Postcode'), type: 'postcode' as const },
  field('eigen', 'Eigen veld'),
]
const ofGroup = {
  fields: grouped as never,
  batches: [],
  start: { stepName: 'Welkom', firstContact: { channel: 'email' as const, at: '2027-03-02T10:00:00Z' } },
}

test('fields stand under headings, the first has the focus, and it says how the script begins', async () => {
  localStorage.clear()
  await renderScreen(
    (fake) => {
      fake.answer(scriptApi.listOfCustomer, [{ scriptID: 1, name: 'Lopend', active: true }])
      fake.answer(caseActionApi.fieldsOfScript, ofGroup)
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors', 'files'] as never },
  )
  await expect.element(page.getByLabelText('Achternaam')).toHaveFocus()
  const group = (name: 'who' | 'reach' | 'extra') => page.getByRole('group', { name: text(`cases.new.sections.${name}`) })
  await expect.element(group('who').getByLabelText('Bedrijfsnaam')).toBeVisible()
  await expect.element(group('reach').getByLabelText('Postcode')).toBeVisible()
  await expect.element(group('extra').getByLabelText('Eigen veld')).toBeVisible()
  await expect.element(page.getByText(text('cases.new.start.step', { step: 'Welkom', script: 'Lopend' }))).toBeVisible()
})

test('that one of a group is needed is said once, also when it is wrong, and no more once one is filled', async () => {
  localStorage.clear()
  await renderScreen(
    (fake) => {
      fake.answer(scriptApi.listOfCustomer, [{ scriptID: 1, name: 'Lopend', active: true }])
      fake.answer(caseActionApi.fieldsOfScript, ofGroup)
      fake.refuse(caseActionApi.create, {
        error: 'case.groupRequired',
        current: { faults: [{ key: 'achternaam', fault: 'oneOfMissing' }] },
      })
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors', 'files'] as never },
  )
  const asking = page.getByText(/Achternaam .* Bedrijfsnaam/)
  await expect.element(asking).toBeVisible()
  await page.getByRole('button', { name: text('cases.new.verb'), exact: true }).click()
  await expect.element(page.getByLabelText('Achternaam')).toHaveAttribute('aria-invalid', 'true')
  expect(asking.elements()).toHaveLength(1)
  await page.getByLabelText('Bedrijfsnaam').fill('Smit bv')
  await expect.element(page.getByLabelText('Achternaam')).not.toHaveAttribute('aria-invalid')
})

test('of a group only the fields that are in sight are named', async () => {
  localStorage.clear()
  const firstOnes = Array.from({ length: 8 }, (_, at) => ({ ...field(`veld${at}`, `Veld ${at}`), required: true }))
  const phones = ['mobiel', 'telefoon2'].map((key) => ({ ...field(key, key === 'mobiel' ? 'Mobiel' : 'Telefoon 2'), group: 'bereik' }))
  await renderScreen(
    (fake) => {
      fake.answer(scriptApi.listOfCustomer, [{ scriptID: 1, name: 'Lopend', active: true }])
      fake.answer(caseActionApi.fieldsOfScript, { ...ofGroup, fields: [...firstOnes, ...phones] as never })
      return <NewCase customerID={1} chosenScriptID={null} />
    },
    { texts: ['cases', 'errors', 'files'] as never },
  )
  await expect.element(page.getByText(text('cases.new.oneOf', { labels: 'Mobiel' }), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: text('cases.new.more', { count: 1 }) }).click()
  await expect.element(page.getByText(text('cases.new.oneOf', { labels: 'Mobiel of Telefoon 2' }), { exact: true })).toBeVisible()
})
