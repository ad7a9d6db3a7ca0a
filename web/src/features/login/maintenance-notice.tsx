import type { Maintenance } from '@regie/contract/maintenance.ts'
import { useEffect, useState } from 'react'
import { formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Notice } from '../../ui/notice.tsx'
import { findMaintenance } from './login-data.ts'

/** Says before somebody signs in that the product is down for maintenance, in the administrator's words where there are any. */
export function MaintenanceNotice() {
  const t = useText()
  const [maintenance, setMaintenance] = useState<Maintenance | null>(null)
  useEffect(() => {
    let isHere = true
    void findMaintenance().then((found) => isHere && setMaintenance(found))
    return () => {
      isHere = false
    }
  }, [])
  if (!maintenance?.on) return null
  return (
    <Notice tone="warning" icon="tools" title={t('login.maintenance')}>
      <p>{maintenance.message === '' ? t('login.maintenanceText') : maintenance.message}</p>
      {maintenance.until !== null && <p>{t('login.maintenanceUntil', { at: formatMomentFull(maintenance.until) })}</p>}
    </Notice>
  )
}
