import { loginApi } from '@regie/contract/login.ts'
import * as z from 'zod/mini'
import { callApi } from '../../api/call-api.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormField, useAppForm } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'

const schema = z.object({ username: z.string().check(z.trim(), z.minLength(1, 'login.usernameMissing'), z.maxLength(200)) })

/** Asks for a link by mail, in the language that is shown. */
export function ForgotForm({ username, onSent }: { username: string; onSent: (username: string) => void }) {
  const t = useText()
  const locale = useLocale()
  const form = useAppForm({ schema, defaults: { username }, mode: 'onSubmit' })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await callApi(loginApi.reset, { body: { username: values.username, locale } })
        onSent(values.username)
      }}
    >
      <FormField form={form} name="username">
        {(field) => <TextInput {...field} label={t('login.username')} autoComplete="username" autoFocus maxLength={200} />}
      </FormField>
      <Button kind="main" type="submit" isWide isBusy={form.formState.isSubmitting}>
        {t('forgot.send')}
      </Button>
    </Form>
  )
}
