import { MessageReport } from '../features/message-report/message-report.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function MailReportScreen() {
  const t = useText()
  return (
    <Page title={t('messageReport.title.email')} subtitle={t('messageReport.subtitle.email')} isFlowing>
      <WithCustomer>
        {(customerID, scriptID) => <MessageReport key={customerID} channel="email" customerID={customerID} scriptID={scriptID} />}
      </WithCustomer>
    </Page>
  )
}
