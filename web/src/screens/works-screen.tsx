import { WorksReport } from '../features/works/works-report.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function WorksScreen() {
  const t = useText()
  return (
    <Page title={t('works.title')} subtitle={t('works.subtitle')} isFlowing>
      <WithCustomer>{(customerID, scriptID) => <WorksReport key={customerID} customerID={customerID} scriptID={scriptID} />}</WithCustomer>
    </Page>
  )
}
