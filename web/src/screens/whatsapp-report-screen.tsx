import { MessageReport } from '../features/message-report/message-report.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function WhatsAppReportScreen() {
  const t = useText()
  return (
    <Page title={t('messageReport.title.whatsapp')} subtitle={t('messageReport.subtitle.whatsapp')} isFlowing>
      <WithCustomer>
        {(customerID, scriptID) => <MessageReport key={customerID} channel="whatsapp" customerID={customerID} scriptID={scriptID} />}
      </WithCustomer>
    </Page>
  )
}
