import { SelfServiceForm } from '../features/self-service/self-service-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function SelfServiceScreen() {
  const t = useText()
  return (
    <Page title={t('selfService.title')} subtitle={t('selfService.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <SelfServiceForm customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
