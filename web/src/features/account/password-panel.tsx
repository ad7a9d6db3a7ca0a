import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Account } from './account-data.ts'
import styles from './account.module.css'
import { Stack } from '../../ui/stack.tsx'

export function PasswordPanel({ account, onChange }: { account: Account; onChange: () => void }) {
  const t = useText()
  if (!account.hasPassword)
    return (
      <Panel title={t('account.password.title')}>
        <p className={styles.soft}>{t('account.password.bySso')}</p>
      </Panel>
    )
  const expires = account.passwordExpiresAt === null ? t('account.password.never') : <Moment at={account.passwordExpiresAt} />
  return (
    <Panel title={t('account.password.title')}>
      <Stack>
        <KeyValueList
          items={[
            { key: 'since', label: t('account.password.since'), value: <Moment at={account.passwordChangedAt} /> },
            { key: 'expires', label: t('account.password.expires'), value: expires },
          ]}
        />
        <div className={styles.actions}>
          <Button onPress={onChange}>{t('changePassword.change')}</Button>
        </div>
      </Stack>
    </Panel>
  )
}
