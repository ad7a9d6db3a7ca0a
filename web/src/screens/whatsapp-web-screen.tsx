import { PairingView } from '../features/whatsapp-web/pairing-view.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function WhatsappWebScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.whatsappweb')} subtitle={t('whatsappWeb.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <PairingView key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
