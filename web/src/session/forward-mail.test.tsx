import { forwardApi } from '@regie/contract/forwards.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { ForwardButton } from './forward-mail.tsx'

const preview = {
  ...{ from: 'Ada Jansen <ada@klant.nl>', at: '2026-06-03T09:00:00.000Z', subject: 'Betaald', text: 'Zie bijlage.', quoted: '' },
  maskedBy: null,
  files: [{ no: 1, fileName: 'bewijs.pdf', bytes: 48_000, why: null }],
}
const rights = [Right.viewCases, Right.forwardMail, Right.inbox]

async function open() {
  const { api } = await renderScreen(
    (its) => {
      its.answer(forwardApi.recipients, {
        customerID: 1,
        colleagues: [{ userID: 7, name: 'Ada Jansen' }],
        addresses: ['advocaat@example.nl'],
      })
      its.answer(forwardApi.preview, preview)
      its.answer(forwardApi.send, undefined as never)
      return <ForwardButton incomingID={31} />
    },
    { rights, texts: ['outreach'] },
  )
  await page.getByRole('button', { name: text('outreach.forward.verb') }).click()
  return api
}
const dialog = () => page.getByRole('dialog', { name: text('outreach.forward.title') })
const verb = () => dialog().getByRole('button', { name: new RegExp(`^${text('outreach.forward.verb')}`) })
const to = () => dialog().getByRole('combobox', { name: text('outreach.forward.to'), exact: true })
const outside = () => text('outreach.forward.outside', { address: 'advocaat@example.nl' })
/** By typing, as somebody who knows the name does. */
async function choose(name: string) {
  await expect.element(to()).toHaveFocus()
  await userEvent.keyboard(name.slice(0, 4))
  await expect.element(page.getByRole('option', { name })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(to()).toHaveTextContent(name)
}

test('a mail goes to the colleague who is chosen, with what is written along, and says so', async () => {
  const api = await open()
  await expect.element(to()).toBeVisible()
  // Without anybody chosen it says what is missing, and sends nothing.
  await expect.element(verb()).toHaveAccessibleName(new RegExp(text('outreach.forward.choose')))
  await choose('Ada Jansen')
  await dialog()
    .getByRole('textbox', { name: text('outreach.forward.note') })
    .fill('Graag uw oordeel')
  await verb().click()
  await expect.element(page.getByText(text('outreach.forward.done', { name: 'Ada Jansen' }))).toBeVisible()
  const [call] = api.callsOf(forwardApi.send)
  expect(call?.body).toMatchObject({ userID: 7, note: 'Graag uw oordeel' })
})

test('what is asked for stands in the field and is no choice of the list', async () => {
  await open()
  await expect.element(to()).toHaveTextContent(text('outreach.forward.choose'))
  await to().click()
  await expect.element(page.getByRole('option', { name: 'Ada Jansen' })).toBeVisible()
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Ada Jansen', outside()])
})

test('an address of the list is an address, and a press too many is no second forward', async () => {
  const api = await open()
  await choose(outside())
  api.refuse(forwardApi.send, { error: 'error.unexpected' })
  await verb().click()
  await expect.poll(() => api.callsOf(forwardApi.send).length).toBe(1)
  await expect.element(dialog()).toBeVisible()
  await verb().click()
  await expect.poll(() => api.callsOf(forwardApi.send).length).toBe(2)
  const keys = api.callsOf(forwardApi.send).map(({ body }) => [body.address, body.key])
  expect(keys[0]).toEqual(['advocaat@example.nl', expect.any(String)])
  expect(keys[1]).toEqual(keys[0])
})

test('where the list of addresses is empty it says who adds them', async () => {
  await renderScreen(
    (its) => {
      its.answer(forwardApi.recipients, { customerID: 1, colleagues: [{ userID: 7, name: 'Ada Jansen' }], addresses: [] })
      its.answer(forwardApi.preview, preview)
      return <ForwardButton incomingID={31} />
    },
    { rights, texts: ['outreach'] },
  )
  await page.getByRole('button', { name: text('outreach.forward.verb') }).click()
  await expect.element(dialog().getByText(text('outreach.forward.noAddresses'))).toBeVisible()
})

test('with an address on the list it says nothing of that', async () => {
  await open()
  await expect.element(to()).toBeVisible()
  await expect.element(dialog().getByText(text('outreach.forward.noAddresses'))).not.toBeInTheDocument()
})

test('who may not forward finds no button under each mail', async () => {
  await renderScreen(
    () => (
      <>
        <p>De mail</p>
        <ForwardButton incomingID={31} />
      </>
    ),
    { rights: [Right.viewCases, Right.inbox], texts: ['outreach'] },
  )
  await expect.element(page.getByText('De mail')).toBeVisible()
  await expect.element(page.getByRole('button', { name: new RegExp(text('outreach.forward.verb')) })).not.toBeInTheDocument()
})

test('what goes along is shown as its receiver gets it: a file that stays behind says why', async () => {
  const api = await open()
  const stays = () => new RegExp(text('outreach.forward.stays.masked'))
  const goes = () => dialog().getByRole('list', { name: text('outreach.forward.files') })
  await expect.element(goes().getByText('bewijs.pdf')).toBeVisible()
  expect(goes().getByText(stays()).query()).toBeNull()
  api.answer(forwardApi.preview, {
    ...{ ...preview, from: '', text: 'Zie bijlage van •••', maskedBy: 'receiver' as const },
    files: [{ no: 1, fileName: 'bewijs.pdf', bytes: 48_000, why: 'masked' as const }],
  })
  await choose('Ada Jansen')
  await expect.element(dialog().getByText('Zie bijlage van •••')).toBeVisible()
  await expect.element(dialog().getByText(text('outreach.forward.maskedBy.receiver', { name: 'Ada Jansen' }))).toBeVisible()
  await expect.element(goes().getByText(stays())).toBeVisible()
  expect(api.callsOf(forwardApi.preview).at(-1)?.query).toEqual({ userID: '7' })
})

test('a receiver who is refused is refused at their field, and another one is asked anew', async () => {
  const api = await open()
  await choose('Ada Jansen')
  api.refuse(forwardApi.send, { error: 'forward.notAllowed', field: 'userID' })
  await dialog()
    .getByRole('textbox', { name: text('outreach.forward.note') })
    .click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(to()).toHaveAccessibleDescription(text('refusals.forward.notAllowed'))
  await expect.element(to()).toHaveAttribute('aria-invalid', 'true')
  await to().click()
  await page.getByRole('option', { name: outside() }).click()
  await expect.element(to()).not.toHaveAttribute('aria-invalid')
})
