import { SpeechStudio } from '../features/speech/speech-studio.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function SpeechScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.speech')} subtitle={t('speech.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <SpeechStudio key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
