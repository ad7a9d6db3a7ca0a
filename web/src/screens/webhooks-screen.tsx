import { NewWebhookButton, WebhookList } from '../features/webhooks/webhook-list.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function WebhooksScreen() {
  return <WithCustomer>{(customerID) => <Webhooks key={customerID} customerID={customerID} />}</WithCustomer>
}

function Webhooks({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Page
      title={t('menu.screens.webhooks')}
      subtitle={t('webhooks.subtitle')}
      mainAction={<NewWebhookButton customerID={customerID} />}
      isFlowing
    >
      <WebhookList customerID={customerID} />
    </Page>
  )
}
