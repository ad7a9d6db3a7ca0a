import { DeliveryList } from '../features/deliveries/delivery-list.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function DeliveriesScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.deliveries')} subtitle={t('deliveries.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <DeliveryList key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
