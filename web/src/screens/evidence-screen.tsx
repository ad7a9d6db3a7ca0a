import { EvidenceCheck } from '../features/evidence/evidence-check.tsx'
import { useText } from '../locales/i18n.tsx'
import { Page } from '../ui/page.tsx'

export function EvidenceScreen() {
  const t = useText()
  return (
    <Page title={t('app.screens.evidence')} subtitle={t('evidence.subtitle')} isFlowing>
      <EvidenceCheck />
    </Page>
  )
}
