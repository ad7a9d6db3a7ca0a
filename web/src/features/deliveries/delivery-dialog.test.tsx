import { fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { DeliveryList, NewDeliveryButton } from './delivery-list.tsx'

const open = (rights: readonly number[], ownFolder: string | null = '1') =>
  renderScreen(
    (api) => {
      api.answer(fileDeliveryApi.list, { rows: [], ownFolder, scripts: [{ scriptID: 7, name: 'Incasso' }], contacts: [] })
      return (
        <>
          <NewDeliveryButton customerID={1} />
          <DeliveryList customerID={1} />
        </>
      )
    },
    { rights, texts: ['deliveries', 'refusals'] },
  )
const add = () => page.getByRole('button', { name: text('deliveries.new') })
const save = () => page.getByRole('button', { name: text('deliveries.add') })
const field = (key: string) => page.getByRole('textbox', { name: text(key), exact: false })

test('what a folder does not have is not asked; what is refused stands at its field', async () => {
  const { api } = await open([Right.changeWebhooks, Right.uploadFiles])
  await add().click()
  await expect.element(field('deliveries.folder')).toBeVisible()
  expect(field('deliveries.host').query()).toBeNull()
  await field('deliveries.name').first().fill('Nacht')
  api.refuse(fileDeliveryApi.create, { error: 'delivery.folderInvalid', field: 'folder' })
  await save().click()
  await expect.element(field('deliveries.folder')).toHaveAccessibleDescription(new RegExp(text('refusals.delivery.folderInvalid')))
  const [sent] = api.callsOf(fileDeliveryApi.create)
  expect(sent?.body).toMatchObject({ customerID: 1, name: 'Nacht', kind: 'folder', scriptID: 7, pattern: '*.csv', isOn: true })
  expect(sent?.body).not.toHaveProperty('secret')
})

test('an installation without folders begins with SFTP, and sends the password once', async () => {
  const { api } = await open([Right.changeWebhooks, Right.uploadFiles], null)
  await add().click()
  await field('deliveries.name').first().fill('Nacht')
  await field('deliveries.host').first().fill('sftp.example.nl')
  await field('deliveries.username').fill('regie')
  await page.getByLabelText(text('deliveries.secrets.password')).fill('geheim')
  api.refuse(fileDeliveryApi.create, { error: 'delivery.nameTaken', field: 'name' })
  await save().click()
  await expect
    .poll(() => api.callsOf(fileDeliveryApi.create).map(({ body }) => body))
    .toMatchObject([{ kind: 'sftp', host: 'sftp.example.nl', port: 22, username: 'regie', secret: 'geheim' }])
})

test('who may not upload sets up no delivery', async () => {
  const { api } = await open([Right.changeWebhooks])
  const refused = page.getByRole('button', { name: new RegExp(`^${text('deliveries.new')}.*${text('deliveries.uploadRightMissing')}`) })
  await refused.click({ force: true })
  expect(page.getByRole('dialog').query()).toBeNull()
  expect(api.callsOf(fileDeliveryApi.create)).toEqual([])
})
