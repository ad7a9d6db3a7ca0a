import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiFailure } from '../../api/api-failure.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormActions, FormField, useAppForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/text-inputs.tsx'
import { useResetApiKey } from './account-data.ts'
import styles from './account.module.css'

const schema = z.object({ password: z.string().check(z.minLength(1, 'password.missing')) })

/** Makes a key after the password, and shows it this once. */
export function ApiKeyDialog({ isRenewal, onClose }: { isRenewal: boolean; onClose: () => void }) {
  const t = useText()
  const reset = useResetApiKey()
  const [apiKey, setApiKey] = useState<string | null>(null)
  const form = useAppForm({ schema, defaults: { password: '' }, mode: 'onSubmit' })
  // As it was when asked: once made, there is a key, and the next would be a renewal.
  const [renews] = useState(isRenewal)
  const title = renews ? t('account.apiKey.renewTitle') : t('account.apiKey.make')
  if (apiKey !== null)
    return (
      <Dialog isOpen title={title} onClose={onClose} actions={<Button onPress={onClose}>{t('ui.close')}</Button>}>
        <Notice tone="warning" icon="key">
          {t('account.apiKey.shown')}
        </Notice>
        <code className={styles.secret}>{apiKey}</code>
        <div className={styles.actions}>
          <CopyButton text={apiKey} label={t('account.apiKey.copy')} copiedLabel={t('account.apiKey.copied')} />
        </div>
      </Dialog>
    )
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <Form
        form={form}
        onSubmit={async ({ password }) => {
          const answer = await reset.mutateAsync({ body: { password } }).catch((failure: unknown) => {
            throw atPassword(failure)
          })
          setApiKey(answer.apiKey)
        }}
      >
        <p>{renews ? t('account.apiKey.renewText') : t('account.apiKey.makeText')}</p>
        <FormField form={form} name="password">
          {(field) => <PasswordInput {...field} label={t('account.contact.password')} autoFocus />}
        </FormField>
        <FormActions>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="main" type="submit" isBusy={form.formState.isSubmitting}>
            {title}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function atPassword(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure) || !failure.code.startsWith('password.')) return failure
  return new ApiFailure(failure.status, { error: failure.code, field: 'password', params: failure.params })
}
