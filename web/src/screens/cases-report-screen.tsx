import { CasesReport } from '../features/cases-report/cases-report.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function CasesReportScreen() {
  const t = useText()
  return (
    <Page title={t('casesReport.title')} subtitle={t('casesReport.subtitle')} isFlowing>
      <WithCustomer>{(customerID, scriptID) => <CasesReport key={customerID} customerID={customerID} scriptID={scriptID} />}</WithCustomer>
    </Page>
  )
}
