import { loginApi } from '@regie/contract/login.ts'
import { useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, useAppForm } from '../../ui/form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { noPassword, passwordSchema } from './password-values.ts'

type ChoosePasswordFormProps = { token: string; username: string; onDone: () => void }

/** A new password by a mailed link. */
export function ChoosePasswordForm({ token, username, onDone }: ChoosePasswordFormProps) {
  const t = useText()
  const [schema] = useState(() => passwordSchema({ username, asksOld: false }))
  const form = useAppForm({ schema, defaults: noPassword, mode: 'onSubmit' })
  return (
    <Form
      form={form}
      onSubmit={async ({ newPassword }) => {
        await callApi(loginApi.changePassword, { body: { token, newPassword } })
        onDone()
      }}
    >
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <NewPasswordFields form={form} username={username} startsHere />
      <Button kind="main" type="submit" isWide isBusy={form.formState.isSubmitting}>
        {t('changePassword.save')}
      </Button>
    </Form>
  )
}
