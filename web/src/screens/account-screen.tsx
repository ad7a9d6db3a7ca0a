import { accountApi } from '@regie/contract/account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKey } from '../api/use-api.ts'
import { useAccount } from '../features/account/account-data.ts'
import { ApiKeyPanel } from '../features/account/api-key-panel.tsx'
import { ContactPanel } from '../features/account/contact-panel.tsx'
import { IdentityPanel } from '../features/account/identity-panel.tsx'
import { PasswordPanel } from '../features/account/password-panel.tsx'
import { SessionsPanel } from '../features/account/sessions-panel.tsx'
import { PasswordDialog } from '../features/password/password-dialog.tsx'
import { TwoFactorPanel } from '../features/two-factor/two-factor-panel.tsx'
import { useText } from '../locales/i18n.tsx'
import { Page } from '../ui/page.tsx'
import { NotLoaded } from '../ui/loaded.tsx'
import styles from './account-screen.module.css'

/** One's own account: how one is reached, how one signs in, and where one is signed in. */
export function AccountScreen() {
  const t = useText()
  const query = useAccount()
  const { data: account } = query
  const client = useQueryClient()
  const [isChanging, setChanging] = useState(false)
  const refresh = () => {
    for (const changed of [accountApi.get, accountApi.listSessions]) void client.invalidateQueries({ queryKey: apiKey(changed) })
  }
  return (
    <Page title={t('account.title')} isFlowing>
      {account === undefined && <NotLoaded query={query} lines={8} />}
      {account !== undefined && (
        <div className={styles.columns}>
          <div className={styles.column}>
            <IdentityPanel account={account} />
            <ContactPanel account={account} />
          </div>
          <div className={styles.column}>
            <PasswordPanel account={account} onChange={() => setChanging(true)} />
            <TwoFactorPanel />
            <SessionsPanel />
            <ApiKeyPanel apiKey={account.apiKey} />
          </div>
          {isChanging && <PasswordDialog username={account.username} onChanged={refresh} onClose={() => setChanging(false)} />}
        </div>
      )}
    </Page>
  )
}
