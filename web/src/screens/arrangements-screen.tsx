import { useCallbacks, useComplaints } from '../features/arrangements/arrangements-data.ts'
import { CallbackBoard } from '../features/arrangements/callbacks/callback-board.tsx'
import { ComplaintBoard } from '../features/arrangements/complaints/complaint-board.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function ArrangementsScreen() {
  const t = useText()
  return (
    <Page title={t('arrangements.title')} isFlowing>
      <WithCustomer>{(customerID) => <Boards customerID={customerID} />}</WithCustomer>
    </Page>
  )
}

function Boards({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ tab, mine }, changeAddress] = useAddress(['tab', 'mine'])
  const tabs = [
    {
      key: 'complaints',
      label: t('arrangements.complaints.title'),
      count: useComplaints(customerID).data?.length,
      content: () => <ComplaintBoard customerID={customerID} />,
    },
    {
      key: 'callbacks',
      label: t('arrangements.callbacks.title'),
      count: useCallbacks(customerID).data?.length,
      content: () => (
        <CallbackBoard customerID={customerID} isMine={mine === 'yes'} onMine={(isMine) => changeAddress({ mine: isMine ? 'yes' : '' })} />
      ),
    },
  ] as const
  return (
    <Tabs
      label={t('arrangements.title')}
      value={tab === 'callbacks' ? 'callbacks' : 'complaints'}
      onChange={(key) => changeAddress({ tab: key === 'complaints' ? '' : key, mine: '' })}
      tabs={tabs}
    />
  )
}
