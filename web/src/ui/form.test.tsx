import { organisationApi } from '@regie/contract/organisation.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { renderScreen, text } from '../../test/render-screen.tsx'
import { callApi } from '../api/call-api.ts'
import { Button } from './button.tsx'
import { Form, FormActions, FormField, useAppForm } from './form.tsx'
import { TextInput } from './text-inputs.tsx'

const Values = z.object({ name: z.string().check(z.minLength(1, 'script.nameMissing')), issuer: z.string() })

function Example() {
  const form = useAppForm({ schema: Values, defaults: { name: '', issuer: '' } })
  return (
    <Form form={form} label="example" onSubmit={() => callApi(organisationApi.get, { params: { customerID: 1 } })}>
      <FormField form={form} name="issuer">
        {(field) => <TextInput {...field} label="issuer" />}
      </FormField>
      <FormField form={form} name="name">
        {(field) => <TextInput {...field} label="name" />}
      </FormField>
      <FormActions>
        <Button type="submit">save</Button>
      </FormActions>
    </Form>
  )
}

const name = page.getByLabelText('name')
const issuer = page.getByLabelText('issuer')
const save = page.getByRole('button', { name: 'save' })

test('the first wrong field says what is wrong and has the focus; nothing is sent', async () => {
  const { api } = await renderScreen(() => <Example />)
  await save.click()
  await expect.element(page.getByText(text('refusals.script.nameMissing'))).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(api.callsOf(organisationApi.get)).toEqual([])
})

test('a refusal that names a field stands at that field, and what was typed stays', async () => {
  await renderScreen((api) => {
    api.refuse(organisationApi.get, { error: 'organisation.issuerInvalid', field: 'sso.issuer' })
    return <Example />
  })
  await name.fill('Herinnering')
  await issuer.fill('no address')
  await save.click()
  await expect.element(page.getByText(text('errors.organisation.issuerInvalid'))).toBeVisible()
  await expect.element(issuer).toHaveFocus()
  await expect.element(name).toHaveValue('Herinnering')
})

test('any other refusal stands above the buttons, and Enter sends again what was typed', async () => {
  const { api } = await renderScreen((fake) => {
    fake.refuse(organisationApi.get, { error: 'error.unavailable' })
    return <Example />
  })
  await name.fill('Herinnering')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent(text('errors.error.unavailable'))
  await expect.element(name).toHaveValue('Herinnering')
  await name.click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.callsOf(organisationApi.get).length).toBe(2)
})
