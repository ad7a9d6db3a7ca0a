import { WebhookList } from '../features/webhooks/webhook-list.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function WebhooksScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.webhooks')} subtitle={t('webhooks.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <WebhookList key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
