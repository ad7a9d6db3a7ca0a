import { ApiDocs } from '../features/api-docs/api-docs.tsx'
import { useText } from '../locales/i18n.tsx'
import { Page } from '../ui/page.tsx'

export function ApiDocsScreen() {
  const t = useText()
  return (
    <Page title={t('app.screens.apiDocs')} subtitle={t('apiDocs.subtitle')} isFlowing>
      <ApiDocs />
    </Page>
  )
}
