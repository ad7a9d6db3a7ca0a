import { RetentionForm } from '../features/retention/retention-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function RetentionScreen() {
  const t = useText()
  return (
    <Page title={t('retention.title')} subtitle={t('retention.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <RetentionForm customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
