import { CallReport } from '../features/call-report/call-report.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function CallReportScreen() {
  const t = useText()
  return (
    <Page title={t('callReport.title')} subtitle={t('callReport.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <CallReport key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
