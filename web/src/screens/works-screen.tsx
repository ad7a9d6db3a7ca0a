import { WorksTabs } from '../features/works/works-tabs.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function WorksScreen() {
  const t = useText()
  return (
    <Page title={t('works.title')} subtitle={t('works.subtitle')} isFlowing>
      <WithCustomer>{(customerID, scriptID) => <WorksTabs key={customerID} customerID={customerID} scriptID={scriptID} />}</WithCustomer>
    </Page>
  )
}
