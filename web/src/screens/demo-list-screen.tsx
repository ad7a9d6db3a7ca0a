import { DemoScripts } from '../features/demos/demo-scripts.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function DemoListScreen() {
  const t = useText()
  return (
    <Page title={t('demos.title')} subtitle={t('demos.about')} isFlowing>
      <WithCustomer>{(customerID) => <DemoScripts customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
