import { type Maintenance, maintenanceApi } from '@regie/contract/maintenance.ts'
import { systemApi } from '@regie/contract/system.ts'
import { useEffect, useState } from 'react'
import { addressOf } from '../api/call-api.ts'
import { formatMomentFull } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './maintenance-screen.module.css'

const pollMs = 5000

/** Says that the product is away for a while and what an administrator says about it, looks whether it is back, and returns to where one was. */
export function MaintenanceScreen({ onBack }: { onBack: () => void }) {
  const t = useText()
  const [maintenance, setMaintenance] = useState<Maintenance | null>(null)
  useEffect(() => {
    const look = async () => {
      const found = await findMaintenance()
      setMaintenance(found)
      if (found !== null && !found.on && (await isServing())) onBack()
    }
    void look()
    const timer = setInterval(() => void look(), pollMs)
    return () => clearInterval(timer)
  }, [onBack])
  return (
    <main className={styles.screen}>
      <Icon name="tools" size={40} />
      <h1>{t('maintenance.title')}</h1>
      <p>{maintenance?.on && maintenance.message !== '' ? maintenance.message : t('maintenance.text')}</p>
      {maintenance?.on && maintenance.until !== null && <p>{t('maintenance.until', { at: formatMomentFull(maintenance.until) })}</p>}
      <p className={styles.waiting} role="status">
        {t('maintenance.waiting')}
      </p>
    </main>
  )
}

// Not by callApi: a 503 here is what we wait to see the end of, and no outcome to follow.
async function findMaintenance(): Promise<Maintenance | null> {
  const response = await fetch(addressOf(maintenanceApi.get)).catch(() => null)
  return response?.ok ? ((await response.json()) as Maintenance) : null
}

async function isServing(): Promise<boolean> {
  const response = await fetch(addressOf(systemApi.ready)).catch(() => null)
  return response?.ok ?? false
}
