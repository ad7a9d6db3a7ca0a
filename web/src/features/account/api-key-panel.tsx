import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Account, useRemoveApiKey } from './account-data.ts'
import styles from './account.module.css'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { Stack } from '../../ui/stack.tsx'

/** The key by which a program of one's own works on one's behalf; only its first characters are known here. */
export function ApiKeyPanel({ apiKey }: { apiKey: Account['apiKey'] }) {
  const t = useText()
  const remove = useRemoveApiKey()
  const [asking, setAsking] = useState<'make' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const hasKey = apiKey.hint !== null
  return (
    <Panel title={t('account.apiKey.title')}>
      <Stack>
        {hasKey ? (
          <KeyValueList
            items={[
              { key: 'hint', label: t('account.apiKey.hint'), value: <code>{apiKey.hint}…</code> },
              { key: 'created', label: t('account.apiKey.created'), value: <Moment at={apiKey.createdAt} /> },
              { key: 'used', label: t('account.apiKey.lastUsed'), value: <LastUse apiKey={apiKey} /> },
            ]}
          />
        ) : (
          <p className={styles.soft}>{t('account.apiKey.none')}</p>
        )}
        {hasKey && <p className={styles.soft}>{t('account.apiKey.stays')}</p>}
        <div className={styles.actions}>
          <Button onPress={() => setAsking('make')}>{hasKey ? t('account.apiKey.renew') : t('account.apiKey.make')}</Button>
          {hasKey && <Button onPress={() => setAsking('remove')}>{t('account.apiKey.remove')}</Button>}
        </div>
      </Stack>
      {asking === 'make' && <ApiKeyDialog isRenewal={hasKey} onClose={close} />}
      <ConfirmDialog
        isOpen={asking === 'remove'}
        title={t('account.apiKey.removeTitle')}
        verb={t('account.apiKey.remove')}
        kind="danger"
        onConfirm={async () => {
          await remove.mutateAsync({})
          notify(t('account.apiKey.removed'))
        }}
        onClose={close}
      >
        {t('account.apiKey.removeText')}
      </ConfirmDialog>
    </Panel>
  )
}

function LastUse({ apiKey }: { apiKey: Account['apiKey'] }) {
  const t = useText()
  if (apiKey.lastUsedAt === null) return t('account.apiKey.never')
  return (
    <>
      <Moment at={apiKey.lastUsedAt} />
      {apiKey.lastUsedFrom !== null && <> {t('account.apiKey.lastUsedFrom', { address: apiKey.lastUsedFrom })}</>}
    </>
  )
}
