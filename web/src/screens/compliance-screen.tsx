import { ComplianceForm } from '../features/compliance/compliance-form.tsx'
import { HolidaysPanel, useHolidayDraft } from '../features/time-windows/holidays/holidays-panel.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { LeaveQuestion } from '../ui/leave-question.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function ComplianceScreen() {
  const t = useText()
  return (
    <Page title={t('compliance.title')} isFlowing>
      <WithCustomer>{(customerID) => <ComplianceTabs key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}

function ComplianceTabs({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ tab }, changeAddress] = useAddress(['tab'])
  const holidays = useHolidayDraft()
  return (
    <>
      <Tabs
        label={t('compliance.title')}
        value={tab === 'holidays' ? 'holidays' : 'law'}
        onChange={(next) => changeAddress({ tab: next })}
        tabs={[
          { key: 'law', label: t('compliance.tabs.law'), content: () => <ComplianceForm customerID={customerID} /> },
          {
            key: 'holidays',
            label: t('times.tabs.holidays'),
            content: () => <HolidaysPanel customerID={customerID} scriptID={null} draft={holidays} />,
          },
        ]}
      />
      <LeaveQuestion isUnsaved={Object.keys(holidays.changed).length > 0} keepsWithin />
    </>
  )
}
