import { loginApi, type NextStep } from '@regie/contract/login.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { callApi } from '../../api/call-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormField, useAppForm } from '../../ui/form.tsx'
import { PasswordInput } from '../../ui/text-inputs.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { noPassword, passwordSchema } from './password-values.ts'

type ReplacePasswordFormProps = { username: string; onDone: (step: NextStep) => void; onEnded?: () => void; isWide?: boolean }

/** A new password by who knows the old one. */
export function ReplacePasswordForm({ username, onDone, onEnded, isWide = false }: ReplacePasswordFormProps) {
  const t = useText()
  const [schema] = useState(() => passwordSchema({ username, asksOld: true }))
  const form = useAppForm({ schema, defaults: noPassword, mode: 'onSubmit' })
  return (
    <Form
      form={form}
      onSubmit={async ({ oldPassword, newPassword }) => {
        try {
          onDone(await callApi(loginApi.replacePassword, { body: { oldPassword, newPassword } }))
        } catch (failure) {
          if (onEnded === undefined || !(failure instanceof ApiFailure) || failure.status !== 401) throw failure
          onEnded()
        }
      }}
    >
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <FormField form={form} name="oldPassword">
        {(field) => <PasswordInput {...field} label={t('changePassword.old')} autoFocus />}
      </FormField>
      <NewPasswordFields form={form} username={username} />
      <Button kind="main" type="submit" isWide={isWide} isBusy={form.formState.isSubmitting}>
        {t('changePassword.change')}
      </Button>
    </Form>
  )
}
