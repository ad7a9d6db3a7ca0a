import { JobsSetAside } from '../features/jobs/jobs-set-aside.tsx'
import { useText } from '../locales/i18n.tsx'
import { Page } from '../ui/page.tsx'

export function JobsScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.jobs')} subtitle={t('jobs.subtitle')} isFlowing>
      <JobsSetAside />
    </Page>
  )
}
