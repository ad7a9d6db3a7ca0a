import { Right } from '@regie/contract/right-codes.ts'
import { type ScriptInfo, scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, text } from '../../../test/render-screen.tsx'
import { SettingsForm } from './settings-form.tsx'

const script: ScriptInfo = {
  ...{ scriptID: 2, customerID: 1, name: 'Herinnering', active: true, maxLines: 10, maxTransfers: 5, callerID: '', voice: '' },
  ...{
    language: 'nl',
    voicemailDetection: true,
    dialing: 'lines',
    callProvider: null,
    emailProvider: null,
    smsProvider: null,
    smsBackupProvider: null,
    whatsappProvider: null,
    smsPerHour: 3600,
  },
  ...{ alwaysOpen: false, activeLines: 0, hasDraft: false, lawLimits: null, choices: { voices: [], providers: [] }, version: 1 },
  liveVersion: { versionID: 1, no: 1, at: '2027-01-01T10:00:00Z', by: 'tess' },
}

test('a setting that was typed stays when a colleague saved first; the notice says who and what', async () => {
  const { api } = await renderScreen(() => <SettingsForm script={script} />, { rights: [Right.changeScripts], texts: ['scripts'] })
  const name = page.getByRole('textbox', { name: text('scripts.fields.name'), exact: true })
  await name.fill('Aanmaning')
  const lastSave = { by: 'kim', at: '2027-03-02T10:00:00Z' }
  const theirs = { ...script, maxLines: 42, version: 2 }
  api.refuse(scriptSettingsApi.change, { error: 'error.conflict', current: theirs, lastSave })
  const save = page.getByRole('button', { name: text('ui.save') })
  await save.click()
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText('kim', { exact: false }).first()).toBeVisible()
  await expect.element(notice.getByText('42', { exact: true })).toBeVisible()
  await expect.element(name).toHaveValue('Aanmaning')
  api.answer(scriptSettingsApi.change, { ...theirs, name: 'Aanmaning', maxLines: 10, version: 3 })
  await save.click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(api.callsOf(scriptSettingsApi.change).map(({ body }) => [body.name, body.version])).toEqual([
    ['Aanmaning', 1],
    ['Aanmaning', 2],
  ])
})

const provider = { providerID: 9, channel: 'email' as const, name: 'Huispost', state: 'active' as const, isDefault: true, isBackup: false }
const choice = (name: string) =>
  page.getByRole('combobox', { name: text('scripts.fields.emailProvider') }).getByRole('option', { name, exact: true })
const openWith = (offered: ScriptInfo['choices']['providers'], chosen: number | null = null) => {
  const shown = { ...script, emailProvider: chosen, choices: { voices: [], providers: offered } }
  return renderScreen(() => <SettingsForm script={shown} />, { rights: [Right.changeScripts], texts: ['scripts'] })
}

test('the standard provider of a channel is named', async () => {
  await openWith([provider])
  await expect.element(choice(text('scripts.standardIs', { name: 'Huispost' }))).toBeInTheDocument()
  expect(page.getByText(text('scripts.providerOffHelp')).query()).toBeNull()
})

test('without a standard provider the channel is carried by the installation', async () => {
  await openWith([{ ...provider, isDefault: false }])
  await expect.element(choice(text('scripts.standardOwn'))).toBeInTheDocument()
})

test('a standard provider that is off says that nothing leaves', async () => {
  await openWith([{ ...provider, state: 'off' }])
  const name = text('scripts.providerOff', { name: 'Huispost' })
  await expect.element(choice(text('scripts.standardIs', { name }))).toBeInTheDocument()
  await expect.element(page.getByText(text('scripts.providerOffHelp'))).toBeVisible()
})

test('a chosen provider that is off says so too', async () => {
  await openWith([provider, { ...provider, providerID: 10, name: 'Reserve', state: 'off', isDefault: false }], 10)
  await expect.element(page.getByText(text('scripts.providerOffHelp'))).toBeVisible()
})

test('who may not change scripts sees fields that take nothing, and why', async () => {
  await renderScreen(() => <SettingsForm script={script} />, { rights: [], texts: ['scripts'] })
  await expect.element(page.getByText(text('scripts.readOnly'))).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: text('scripts.fields.name') })).toBeDisabled()
})
