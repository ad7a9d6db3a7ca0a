import { ProviderList } from '../features/providers/provider-list.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function ProvidersScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.providers')} subtitle={t('providers.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <ProviderList key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
