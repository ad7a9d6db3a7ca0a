import { type Webhook, webhookNameMax, type WebhookType, webhookTypes, webhookUrlMax } from '@regie/contract/outgoing-webhooks.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './webhooks.module.css'
import { useChangeWebhook, useCreateWebhook, wordOfType } from './webhooks-data.ts'

type WebhookDialogProps = { customerID: number; webhook: Webhook | null; onSecret: (secret: string) => void; onClose: () => void }

/** Where a webhook goes and what it is told. */
export function WebhookDialog({ customerID, webhook, onSecret, onClose }: WebhookDialogProps) {
  const t = useText()
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [types, setTypes] = useState<readonly WebhookType[]>(webhook?.types ?? [])
  const create = useCreateWebhook()
  const change = useChangeWebhook()
  const save = async () => {
    const parts = { name, url, types: [...types] }
    if (webhook === null) return onSecret((await create.mutateAsync({ body: { customerID, ...parts } })).secret)
    const { webhookID, isOn, version } = webhook
    await change.mutateAsync({ params: { webhookID }, body: { ...parts, isOn, version } })
  }
  return (
    <ConfirmDialog
      isOpen
      title={webhook === null ? t('webhooks.new') : t('webhooks.changeOf', { name: webhook.name })}
      verb={webhook === null ? t('webhooks.add') : t('webhooks.save')}
      fields={['name', 'url', 'types']}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput
            label={t('webhooks.name')}
            isRequired
            maxLength={webhookNameMax}
            value={name}
            onChange={setName}
            error={faultAt('name')}
          />
          <TextInput
            label={t('webhooks.url')}
            isRequired
            maxLength={webhookUrlMax}
            placeholder="https://"
            value={url}
            onChange={setUrl}
            error={faultAt('url')}
          />
          <fieldset className={styles.types}>
            <legend>{t('webhooks.whatIsTold')}</legend>
            <CheckInput
              label={t('webhooks.everything')}
              value={types.length === webhookTypes.length}
              onChange={(isChosen) => setTypes(isChosen ? webhookTypes : [])}
            />
            <div className={styles.choices}>
              {webhookTypes.map((type) => (
                <CheckInput
                  key={type}
                  label={t(wordOfType(type))}
                  value={types.includes(type)}
                  onChange={(isChosen) => setTypes(isChosen ? [...types, type] : types.filter((one) => one !== type))}
                />
              ))}
            </div>
            {faultAt('types') !== undefined && <p role="alert">{faultAt('types')}</p>}
          </fieldset>
          <p className={styles.quiet}>{t('webhooks.noPersonalData')}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
