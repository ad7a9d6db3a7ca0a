import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callApi } from '../../api/call-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormField, useAppForm } from '../../ui/form.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { SendCode, sentNow, type SentBefore } from './send-code.tsx'
import type { SetUpProps } from './set-up-props.ts'
import { TokenForm } from './token-form.tsx'
import type { SentType } from './two-factor-data.ts'
import { Stack } from '../../ui/stack.tsx'

type Target = { target: string; password: string }

/** Codes by SMS or e-mail: where to, then the first code. */
export function SetUpSent({ type, asksPassword, onDone }: SetUpProps & { type: SentType }) {
  const t = useText()
  const [begun, setBegun] = useState<{ values: Target; sent: SentBefore } | null>(null)
  const start = ({ target, password }: Target) =>
    callApi(twoFactorApi.startSent, {
      params: { type },
      body: { ...(target !== '' && { target }), ...(asksPassword && { password }) },
    })
  if (begun === null)
    return (
      <TargetForm
        type={type}
        asksPassword={asksPassword}
        onTarget={async (values) => setBegun({ values, sent: sentNow(await start(values)) })}
      />
    )
  return (
    <Stack>
      <SendCode label={t('otp.sendCode')} sentBefore={begun.sent} onSend={() => start(begun.values)} />
      <TokenForm
        label={t('otp.code')}
        verb={t('otp.confirm')}
        onToken={async (token) => onDone((await callApi(twoFactorApi.confirm, { params: { type }, body: { token } })).recoveryCodes)}
      />
    </Stack>
  )
}

type TargetFormProps = { type: SentType; asksPassword: boolean; onTarget: (values: Target) => Promise<unknown> }

function TargetForm({ type, asksPassword, onTarget }: TargetFormProps) {
  const t = useText()
  const [schema] = useState(() =>
    z.object({
      target: z.string().check(z.trim(), z.maxLength(254, 'twoFactor.targetInvalid')),
      password: asksPassword ? z.string().check(z.minLength(1, 'twoFactor.passwordMissing')) : z.string(),
    }),
  )
  const form = useAppForm({ schema, defaults: { target: '', password: '' }, mode: 'onSubmit' })
  return (
    <Form form={form} onSubmit={onTarget}>
      <FormField form={form} name="target">
        {(field) => (
          <TextInput
            {...field}
            type={type === 'sms' ? 'tel' : 'email'}
            label={t(`twoFactor.${type}Target`)}
            help={t('twoFactor.targetHelp')}
            autoComplete={type === 'sms' ? 'tel' : 'email'}
            autoFocus
          />
        )}
      </FormField>
      {asksPassword && (
        <FormField form={form} name="password">
          {(field) => <PasswordInput {...field} label={t('twoFactor.password')} />}
        </FormField>
      )}
      <Button kind="main" type="submit" isWide isBusy={form.formState.isSubmitting}>
        {t('otp.sendCode')}
      </Button>
    </Form>
  )
}
