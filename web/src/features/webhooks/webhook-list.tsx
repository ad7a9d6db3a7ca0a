import type { Webhook } from '@regie/contract/outgoing-webhooks.ts'
import { useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineList } from '../../ui/line-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookLine } from './webhook-line.tsx'
import { WebhookLog } from './webhook-log.tsx'
import styles from './webhooks.module.css'
import { useNewSecret, useRemoveWebhook, useWebhooks } from './webhooks-data.ts'

type Asked =
  | { kind: 'edit'; webhook: Webhook | null }
  | { kind: 'remove' | 'renew' | 'log'; webhook: Webhook }
  | { kind: 'secret'; secret: string }

/** The webhooks of a customer: where they go, how it goes, and what was sent. */
export function WebhookList({ customerID }: { customerID: number }) {
  const t = useText()
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Loaded query={useWebhooks(customerID)} lines={5}>
      {({ rows }) => (
        <div className={styles.board}>
          {rows.length === 0 ? (
            <EmptyState icon="link" title={t('webhooks.empty.title')} text={t('webhooks.empty.text')} />
          ) : (
            <Panel title={t('webhooks.listTitle')} isFlush>
              <LineList>
                {rows.map((webhook) => (
                  <WebhookLine key={webhook.webhookID} webhook={webhook} onAsk={(kind) => setAsked({ kind, webhook })} />
                ))}
              </LineList>
            </Panel>
          )}
          {asked !== null && <Question customerID={customerID} asked={asked} onAsk={setAsked} />}
        </div>
      )}
    </Loaded>
  )
}

/** Makes a webhook, and shows its secret once. */
export function NewWebhookButton({ customerID }: { customerID: number }) {
  const t = useText()
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <Button kind="main" icon={<Icon name="plus" size={16} />} onPress={() => setAsked({ kind: 'edit', webhook: null })}>
        {t('webhooks.new')}
      </Button>
      {asked !== null && <Question customerID={customerID} asked={asked} onAsk={setAsked} />}
    </>
  )
}

function Question({ customerID, asked, onAsk }: { customerID: number; asked: Asked; onAsk: (asked: Asked | null) => void }) {
  const t = useText()
  const remove = useRemoveWebhook()
  const renew = useNewSecret()
  const close = () => onAsk(null)
  // Told by the answer, after which the question closes.
  const secret = useRef<string | null>(null)
  const setSecret = (made: string) => {
    secret.current = made
  }
  const closeOrShow = () => onAsk(secret.current === null ? null : { kind: 'secret', secret: secret.current })
  switch (asked.kind) {
    case 'secret':
      return <SecretDialog secret={asked.secret} onClose={close} />
    case 'edit':
      return <WebhookDialog customerID={customerID} webhook={asked.webhook} onSecret={setSecret} onClose={closeOrShow} />
    case 'log':
      return <WebhookLog webhook={asked.webhook} onClose={close} />
    case 'renew':
      return (
        <ConfirmDialog
          isOpen
          title={t('webhooks.secret.renewOf', { name: asked.webhook.name })}
          verb={t('webhooks.secret.renew')}
          onConfirm={async () => setSecret((await renew.mutateAsync({ params: { webhookID: asked.webhook.webhookID } })).secret)}
          onClose={closeOrShow}
        >
          <p>{t('webhooks.secret.renewText')}</p>
        </ConfirmDialog>
      )
    case 'remove':
      return (
        <ConfirmDialog
          isOpen
          title={t('webhooks.removeOf', { name: asked.webhook.name })}
          verb={t('webhooks.remove')}
          kind="danger"
          onConfirm={() => remove.mutateAsync({ params: { webhookID: asked.webhook.webhookID } })}
          onClose={close}
        >
          <p>{t('webhooks.removeText')}</p>
        </ConfirmDialog>
      )
  }
}
