import { ComplianceForm } from '../features/compliance/compliance-form.tsx'
import { HolidaysPanel } from '../features/time-windows/holidays/holidays-panel.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function ComplianceScreen() {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress(['tab'])
  return (
    <Page title={t('compliance.title')} isFlowing>
      <WithCustomer>
        {(customerID) => (
          <Tabs
            label={t('compliance.title')}
            value={tab === 'holidays' ? 'holidays' : 'law'}
            onChange={(next) => changeAddress({ tab: next })}
            tabs={[
              { key: 'law', label: t('compliance.tabs.law'), content: () => <ComplianceForm key={customerID} customerID={customerID} /> },
              {
                key: 'holidays',
                label: t('times.tabs.holidays'),
                content: () => <HolidaysPanel key={customerID} customerID={customerID} scriptID={null} />,
              },
            ]}
          />
        )}
      </WithCustomer>
    </Page>
  )
}
