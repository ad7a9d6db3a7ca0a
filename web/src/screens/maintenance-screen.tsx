import { systemApi } from '@regie/contract/system.ts'
import { useEffect } from 'react'
import { addressOf } from '../api/call-api.ts'
import { useText } from '../locales/i18n.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './maintenance-screen.module.css'

const pollMs = 5000

/** Says that the product is away for a while, looks whether it is back, and returns to where one was. */
export function MaintenanceScreen({ onBack }: { onBack: () => void }) {
  const t = useText()
  useEffect(() => {
    const timer = setInterval(() => void isServing().then((serves) => serves && onBack()), pollMs)
    return () => clearInterval(timer)
  }, [onBack])
  return (
    <main className={styles.screen}>
      <Icon name="tools" size={40} />
      <h1>{t('maintenance.title')}</h1>
      <p>{t('maintenance.text')}</p>
      <p className={styles.waiting} role="status">
        {t('maintenance.waiting')}
      </p>
    </main>
  )
}

// Not by callApi: a 503 here is what we wait to see the end of, and no outcome to follow.
async function isServing(): Promise<boolean> {
  const response = await fetch(addressOf(systemApi.ready)).catch(() => null)
  return response?.ok ?? false
}
