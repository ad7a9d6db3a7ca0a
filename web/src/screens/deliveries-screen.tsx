import { DeliveryList, NewDeliveryButton } from '../features/deliveries/delivery-list.tsx'
import { PrintShopPanel } from '../features/deliveries/print-shop-panel.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function DeliveriesScreen() {
  return <WithCustomer>{(customerID) => <Deliveries key={customerID} customerID={customerID} />}</WithCustomer>
}

function Deliveries({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Page
      title={t('menu.screens.deliveries')}
      subtitle={t('deliveries.subtitle')}
      mainAction={<NewDeliveryButton customerID={customerID} />}
      isFlowing
    >
      <DeliveryList customerID={customerID} />
      <PrintShopPanel customerID={customerID} />
    </Page>
  )
}
