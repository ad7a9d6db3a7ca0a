import { WebChatForm } from '../features/web-chat/web-chat-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function WebChatScreen() {
  const t = useText()
  return (
    <Page title={t('webChat.title')} subtitle={t('webChat.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <WebChatForm customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
