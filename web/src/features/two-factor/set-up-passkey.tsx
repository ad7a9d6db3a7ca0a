import { useState } from 'react'
import * as z from 'zod/mini'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormField, useAppForm } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { makePasskey, PasskeyCancelled } from './passkeys.ts'
import type { SetUpProps } from './set-up-props.ts'

/** A passkey of this device or of a key that is plugged in. */
export function SetUpPasskey({ asksPassword, onDone }: SetUpProps) {
  const t = useText()
  const [isCancelled, setCancelled] = useState(false)
  const [schema] = useState(() =>
    z.object({
      name: z.string().check(z.trim(), z.minLength(1, 'error.invalid'), z.maxLength(60)),
      password: asksPassword ? z.string().check(z.minLength(1, 'twoFactor.passwordMissing')) : z.string(),
    }),
  )
  const form = useAppForm({ schema, defaults: { name: t('twoFactor.passkeyDefault'), password: '' }, mode: 'onSubmit' })
  const make = async ({ name, password }: { name: string; password: string }) => {
    setCancelled(false)
    try {
      onDone((await makePasskey(name, asksPassword ? password : undefined)).recoveryCodes)
    } catch (failure) {
      if (!(failure instanceof PasskeyCancelled)) throw failure
      setCancelled(true)
    }
  }
  return (
    <Form form={form} onSubmit={make}>
      <FormField form={form} name="name">
        {(field) => (
          <TextInput {...field} label={t('twoFactor.passkeyName')} help={t('twoFactor.passkeyNameHelp')} maxLength={60} autoFocus />
        )}
      </FormField>
      {asksPassword && (
        <FormField form={form} name="password">
          {(field) => <PasswordInput {...field} label={t('twoFactor.password')} />}
        </FormField>
      )}
      {isCancelled && (
        <Notice tone="warning" icon="alert" isAlert>
          {t('twoFactor.passkeyCancelled')}
        </Notice>
      )}
      <Button kind="main" type="submit" isWide isBusy={form.formState.isSubmitting} icon={<Icon name="fingerprint" size={16} />}>
        {t('twoFactor.makePasskey')}
      </Button>
    </Form>
  )
}
