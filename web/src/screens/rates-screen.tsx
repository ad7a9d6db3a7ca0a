import { RatesForm } from '../features/claim/rates-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { Page } from '../ui/page.tsx'

export function RatesScreen() {
  const t = useText()
  return (
    <Page title={t('rates.title')} subtitle={t('rates.subtitle')} isFlowing>
      <RatesForm />
    </Page>
  )
}
