import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { MaintenanceScreen } from '../../screens/maintenance-screen.tsx'
import { takePlaceBefore } from '../place-before.ts'

/** The maintenance screen, without toolbar and menu; it leads back to where one was. */
export function MaintenanceRoute() {
  const router = useRouter()
  const goBack = useCallback(() => router.history.replace(takePlaceBefore()), [router])
  return <MaintenanceScreen onBack={goBack} />
}
