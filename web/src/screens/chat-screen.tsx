import { ChatBoard } from '../features/chat/chat-board.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function ChatScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.chat')}>
      <WithCustomer>{(customerID) => <ChatBoard key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
