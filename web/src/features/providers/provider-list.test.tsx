import { type Provider, providerApi } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { ProviderList } from './provider-list.tsx'

const plain = { dkim: null, perMinute: null, perMinuteByDomain: [] }
const mailServer: Provider = {
  providerID: 4,
  customerID: 1,
  channel: 'email',
  name: 'Post',
  settings: { kind: 'smtp', host: 'smtp.example.nl', port: 587, encryption: 'starttls', user: 'incasso', sender: '', ...plain },
  hasSecret: true,
  hasDkimKey: false,
  connection: null,
  template: null,
  prices: [],
  state: 'active',
  isDefault: true,
  isBackup: false,
  troubleSince: null,
  testedAt: null,
  testFault: null,
  testText: '',
  scripts: ['Herinnering'],
  scriptsByDefault: ['Aanmaning', 'Welkom'],
  unplaced: 0,
  webhookUrl: '',
  version: 3,
}
const voice: Provider = {
  ...mailServer,
  ...{ providerID: 5, channel: 'call', name: 'Oefenlijn', settings: { kind: 'simulated' }, hasSecret: false },
  ...{ isDefault: false, isBackup: false, troubleSince: null, scripts: [], scriptsByDefault: [], version: 1 },
}

const own = [
  { channel: 'call' as const, simulated: false },
  { channel: 'sms' as const, simulated: true },
  { channel: 'payment' as const, simulated: true },
]

const open = (rows: Provider[] = [voice, mailServer], rights: number[] = [Right.changeProviders]) =>
  renderScreen(
    (api) => {
      api.answer(providerApi.list, { rows, own })
      return <ProviderList customerID={1} />
    },
    { rights, texts: ['providers'] },
  )
const openMenu = (name: string) => page.getByRole('button', { name: text('providers.actions.of', { name }) }).click()
const pick = (action: string) => page.getByRole('menuitem', { name: text(`providers.actions.${action}`), exact: false }).click()
const nameInput = () => page.getByRole('textbox', { name: text('providers.fields.name'), exact: true })
const dialogButton = (key: string) => page.getByRole('dialog').getByRole('button', { name: text(key), exact: true })

test('each channel shows its providers; one without any says who carries it', async () => {
  await open()
  const sms = page.getByRole('region', { name: text('cases.channels.sms') })
  await expect.element(sms.getByText(text('providers.own.simulated'))).toBeVisible()
  const call = page.getByRole('region', { name: text('cases.channels.call') })
  await expect.element(call.getByText(text('providers.kinds.simulated'))).toBeVisible()
  await expect.element(call.getByText(text('providers.unused'))).toBeVisible()
  const names = { count: 2, names: 'Aanmaning, Welkom' }
  await expect.element(page.getByText(text('providers.usedByDefault', names))).toBeVisible()
})

test('a mailbox says how many mails belong to no case', async () => {
  const settings = { kind: 'imap', host: 'imap.example.nl', port: 993, encryption: 'tls', user: 'incasso', folder: 'INBOX' } as const
  const mailbox: Provider = { ...mailServer, providerID: 6, name: 'Postvak', settings, scripts: [], scriptsByDefault: [], unplaced: 3 }
  await open([mailServer, mailbox])
  await expect.element(page.getByText(text('providers.unplaced', { count: 3 }))).toBeVisible()
  expect(page.getByText(text('providers.unplaced', { count: 0 })).elements()).toEqual([])
})

test('a test says in words what went wrong, with the answer of the server', async () => {
  const { api } = await open()
  const tested: Provider = { ...mailServer, state: 'failing', testedAt: '2027-03-02T10:00:00Z', testFault: 'signIn', testText: '535 no' }
  api.answer(providerApi.test, tested)
  api.answer(providerApi.list, { rows: [voice, tested], own })
  await page.getByRole('button', { name: new RegExp(`${text('providers.test.run')}.*Post`) }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Post' })
  await expect.element(line.getByText(text('providers.test.answered', { text: '535 no' }))).toBeVisible()
  await expect.element(line.getByText(text('providers.states.failing'))).toBeVisible()
  expect(api.callsOf(providerApi.test)).toMatchObject([{ params: { providerID: '4' } }])
})

test('switching off names the scripts that it concerns first', async () => {
  const { api } = await open()
  api.answer(providerApi.change, { ...mailServer, state: 'off', version: 4 })
  await openMenu('Post')
  await pick('switchOff')
  for (const name of ['Herinnering', 'Aanmaning', 'Welkom'])
    await expect.element(page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })).toBeVisible()
  await dialogButton('providers.actions.switchOff').click()
  await expect
    .poll(() => api.callsOf(providerApi.change).map(({ body }) => body))
    .toMatchObject([{ isOff: true, isDefault: true, version: 3 }])
})

test('one that a script has chosen cannot be deleted, and says so', async () => {
  const { api } = await open()
  await openMenu('Post')
  await expect.element(page.getByRole('menuitem', { name: text('providers.inUse', { count: 1 }), exact: false })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  api.answer(providerApi.remove, undefined as never)
  await openMenu('Oefenlijn')
  await pick('remove')
  await dialogButton('providers.actions.remove').click()
  await expect.poll(() => api.callsOf(providerApi.remove)).toMatchObject([{ params: { providerID: '5' } }])
})

test('a password that is left empty is not sent; one that is typed is', async () => {
  const { api } = await open()
  api.answer(providerApi.change, { ...mailServer, version: 4 })
  await openMenu('Post')
  await pick('change')
  await expect.element(page.getByText(text('providers.help.secretKept'))).toBeVisible()
  await nameInput().fill('Post 2')
  await dialogButton('ui.save').click()
  await expect.poll(() => api.callsOf(providerApi.change).length).toBe(1)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await openMenu('Post')
  await pick('change')
  await page.getByLabelText(text('providers.fields.secret'), { exact: true }).fill('nieuw-woord')
  await dialogButton('ui.save').click()
  await expect.poll(() => api.callsOf(providerApi.change).map(({ body }) => body.secret)).toEqual([undefined, 'nieuw-woord'])
})

test('what was typed stays when a colleague saved first; a refusal stands at its field', async () => {
  const { api } = await open()
  await openMenu('Post')
  await pick('change')
  const host = page.getByLabelText(text('providers.fields.host'), { exact: false })
  await host.fill('10.0.0.1')
  api.refuse(providerApi.change, { error: 'error.conflict', current: { ...mailServer, name: 'Van Tess', version: 7 } })
  await dialogButton('ui.save').click()
  await expect.element(page.getByText(text('ui.conflict.title'))).toBeVisible()
  await expect.element(page.getByText('Van Tess')).toBeVisible()
  await expect.element(host).toHaveValue('10.0.0.1')
  api.refuse(providerApi.change, { error: 'provider.hostInvalid', field: 'settings.host' })
  await dialogButton('ui.save').click()
  await expect.element(page.getByText(text('refusals.provider.hostInvalid'))).toBeVisible()
  await expect.element(host).toHaveAttribute('aria-invalid', 'true')
  expect(api.callsOf(providerApi.change).map(({ body }) => body.version)).toEqual([3, 7])
})

test('a new mail server takes the usual port of its security along', async () => {
  const { api } = await open([])
  api.answer(providerApi.create, mailServer)
  await page.getByRole('button', { name: new RegExp(`${text('providers.add')}.*${text('cases.channels.email')}`) }).click()
  await nameInput().fill('Post')
  await page.getByLabelText(text('providers.fields.kind')).selectOptions('smtp')
  await page.getByLabelText(text('providers.fields.encryption')).selectOptions('tls')
  await expect.element(dialogButton('providers.create')).toBeDisabled()
  await page.getByLabelText(text('providers.fields.host'), { exact: false }).fill('smtp.example.nl')
  await dialogButton('providers.create').click()
  await expect
    .poll(() => api.callsOf(providerApi.create).map(({ body }) => body))
    .toMatchObject([{ customerID: 1, channel: 'email', settings: { kind: 'smtp', host: 'smtp.example.nl', port: 465, encryption: 'tls' } }])
})

test('an account for payments is the one that links go by, with iDEAL and its key alone', async () => {
  const { api } = await open([])
  const payments = page.getByRole('region', { name: text('cases.channels.payment') })
  await expect.element(payments.getByText(text('providers.own.simulated'))).toBeVisible()
  const settings = { kind: 'mollie', url: 'https://api.mollie.com', method: 'ideal', locale: 'payer' } as const
  const account: Provider = { ...mailServer, channel: 'payment', name: 'Mollie', settings, scripts: [], scriptsByDefault: [] }
  api.answer(providerApi.create, account)
  await page.getByRole('button', { name: new RegExp(`${text('providers.add')}.*${text('cases.channels.payment')}`) }).click()
  await nameInput().fill('Mollie')
  await page.getByLabelText(text('providers.fields.kind')).selectOptions('mollie')
  await page.getByLabelText(text('providers.payment.key'), { exact: false }).fill('live_abc')
  api.refuse(providerApi.create, { error: 'provider.mollieKeyInvalid', field: 'secret' })
  await dialogButton('providers.create').click()
  await expect.element(page.getByText(text('refusals.provider.mollieKeyInvalid'))).toBeVisible()
  api.answer(providerApi.create, account)
  api.answer(providerApi.list, { rows: [account], own })
  await dialogButton('providers.create').click()
  await expect
    .poll(() =>
      api
        .callsOf(providerApi.create)
        .map(({ body }) => body)
        .at(-1),
    )
    .toMatchObject({ channel: 'payment', settings, secret: 'live_abc', isDefault: true })
  await expect.element(payments.getByText(text('providers.payment.takes'))).toBeVisible()
})

test('an exchange of Asterisk is added with what is usual, its address and its password', async () => {
  const { api } = await open([])
  api.answer(providerApi.create, { ...mailServer, channel: 'call', name: 'Centrale' })
  await page.getByRole('button', { name: new RegExp(`${text('providers.add')}.*${text('cases.channels.call')}`) }).click()
  await nameInput().fill('Centrale')
  await page.getByLabelText(text('providers.fields.kind')).selectOptions('asterisk')
  await expect.element(dialogButton('providers.create')).toBeDisabled()
  await page.getByLabelText(text('providers.voice.url'), { exact: false }).fill('https://centrale.example.nl:8089/ari')
  await page.getByLabelText(text('providers.fields.secret')).first().fill('geheim-woord')
  await dialogButton('providers.create').click()
  await expect
    .poll(() => api.callsOf(providerApi.create).map(({ body }) => body))
    .toMatchObject([
      {
        ...{ channel: 'call', secret: 'geheim-woord' },
        settings: { kind: 'asterisk', url: 'https://centrale.example.nl:8089/ari', trunk: 'PJSIP/{number}@trunk', ringSeconds: 30 },
      },
    ])
})

test('who may not see providers is told so', async () => {
  const { api } = await renderScreen(
    (fake) => {
      fake.refuse(providerApi.list, { error: 'error.rightMissing' })
      return <ProviderList customerID={1} />
    },
    { texts: ['providers'] },
  )
  await expect.element(page.getByRole('alert').getByText(text('ui.forbidden.title'))).toBeVisible()
  expect(api.callsOf(providerApi.create)).toEqual([])
})

test('a channel without a provider says who carries it, and whether that is a simulation', async () => {
  await open([mailServer])
  await expect.element(page.getByText(text('providers.own.name')).first()).toBeVisible()
  await expect.element(page.getByText(text('providers.own.simulated')).first()).toBeVisible()
  await expect.element(page.getByText(text('providers.own.carries'))).toBeVisible()
})
