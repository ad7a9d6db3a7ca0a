import { PrivacyList } from '../features/privacy/privacy-list.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function PrivacyScreen() {
  const t = useText()
  return (
    <Page title={t('privacy.title')} subtitle={t('privacy.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <PrivacyList key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
