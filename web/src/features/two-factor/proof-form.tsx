import type { Factor } from '@regie/contract/two-factor.ts'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { PasswordInput, TextInput } from '../../ui/text-inputs.tsx'
import { SendCode } from './send-code.tsx'
import styles from './two-factor.module.css'
import { isSentType, sendCode, withTokenField } from './two-factor-data.ts'

export type Proof = { password: string; token: string }
const schema = z.object({
  password: z.string().check(z.minLength(1, 'twoFactor.passwordMissing')),
  token: z.string().check(z.trim(), z.minLength(6, 'twoFactor.tokenInvalid')),
})

type ProofFormProps = {
  methods: readonly Factor[]
  verb: string
  isDanger?: boolean
  children: ReactNode
  onProof: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

/** Password and a code together: what guards the second step itself. */
export function ProofForm({ methods, verb, isDanger = false, children, onProof, onClose }: ProofFormProps) {
  const t = useText()
  const form = useAppForm({ schema, defaults: { password: '', token: '' }, mode: 'onSubmit' })
  const sentTypes = methods.map(({ type }) => type).filter(isSentType)
  return (
    <Form form={form} onSubmit={(proof) => withTokenField(onProof(proof))}>
      {children}
      <FormField form={form} name="password">
        {(field) => <PasswordInput {...field} label={t('twoFactor.password')} autoFocus />}
      </FormField>
      <FormField form={form} name="token">
        {(field) => (
          <TextInput {...field} label={t('twoFactor.token')} help={t('twoFactor.tokenHelp')} autoComplete="one-time-code" maxLength={20} />
        )}
      </FormField>
      {sentTypes.length > 0 && (
        <div className={styles.actions}>
          {sentTypes.map((type) => (
            <SendCode key={type} label={t(`twoFactor.sendBy.${type}`)} onSend={() => sendCode(type)} />
          ))}
        </div>
      )}
      <FormActions>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button kind={isDanger ? 'danger' : 'main'} type="submit" isBusy={form.formState.isSubmitting}>
          {verb}
        </Button>
      </FormActions>
    </Form>
  )
}
