import { ReceivedPanel } from '../features/home/received-panel.tsx'
import { PaymentReport } from '../features/payment-report/payment-report.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function PaymentReportScreen() {
  const t = useText()
  const [{ from, until }, change] = useAddress(['from', 'until'])
  return (
    <Page title={t('paymentReport.title')} subtitle={t('paymentReport.subtitle')} isFlowing>
      <WithCustomer>
        {(customerID, scriptID) => (
          <PaymentReport
            scope={{ customerID, scriptID, from, until }}
            onDays={change}
            chart={<ReceivedPanel customerID={customerID} scriptID={scriptID} period={{ from, until }} />}
          />
        )}
      </WithCustomer>
    </Page>
  )
}
