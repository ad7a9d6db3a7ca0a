import { NewRequestButton, PrivacyList } from '../features/privacy/privacy-list.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function PrivacyScreen() {
  return <WithCustomer>{(customerID) => <Privacy key={customerID} customerID={customerID} />}</WithCustomer>
}

function Privacy({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Page title={t('privacy.title')} subtitle={t('privacy.subtitle')} mainAction={<NewRequestButton customerID={customerID} />} isFlowing>
      <PrivacyList customerID={customerID} />
    </Page>
  )
}
