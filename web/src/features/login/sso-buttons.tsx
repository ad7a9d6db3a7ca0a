import { useEffect, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { listProviders } from './login-data.ts'
import styles from './login-form.module.css'

type Provider = Awaited<ReturnType<typeof listProviders>>[number]

/** Signing in at one's own organisation; a full load, because the way leads over its page. */
export function SsoButtons({ redirect }: { redirect: string }) {
  const t = useText()
  const [providers, setProviders] = useState<readonly Provider[]>([])
  useEffect(() => {
    let isHere = true
    void listProviders().then((found) => isHere && setProviders(found))
    return () => {
      isHere = false
    }
  }, [])
  if (providers.length === 0) return null
  return (
    <div className={styles.providers}>
      <p className={styles.or}>{t('login.or')}</p>
      {providers.map(({ customerID, buttonText }) => (
        <Button key={customerID} isWide onPress={() => location.assign(addressOf(customerID, redirect))}>
          {buttonText}
        </Button>
      ))}
    </div>
  )
}

function addressOf(customerID: number, redirect: string): string {
  return `/api/login/sso/${customerID}?${new URLSearchParams({ redirect })}`
}
