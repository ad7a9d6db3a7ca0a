import { MaintenanceForm } from '../features/maintenance/maintenance-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { Page } from '../ui/page.tsx'

export function MaintenanceAdminScreen() {
  const t = useText()
  return (
    <Page title={t('maintenance.manage')} isFlowing>
      <MaintenanceForm />
    </Page>
  )
}
