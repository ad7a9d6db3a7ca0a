import { SmsDashboardView } from '../features/sms/sms-dashboard.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function SmsScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.sms')} subtitle={t('sms.subtitle')} isFlowing>
      <WithCustomer>
        {(customerID, scriptID) => <SmsDashboardView key={`${customerID} ${scriptID}`} customerID={customerID} scriptID={scriptID} />}
      </WithCustomer>
    </Page>
  )
}
