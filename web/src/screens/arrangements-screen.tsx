import { useCallbacks, useComplaints } from '../features/arrangements/arrangements-data.ts'
import {
  CallbackBoard,
  callbackFilters,
  knowsCallbackFilter,
  useCallbackColumns,
} from '../features/arrangements/callbacks/callback-board.tsx'
import {
  ComplaintBoard,
  complaintFilters,
  knowsComplaintFilter,
  useComplaintColumns,
} from '../features/arrangements/complaints/complaint-board.tsx'
import { HandOverBoard } from '../features/hand-overs/hand-over-board.tsx'
import { useOpenView } from '../features/views/use-open-view.ts'
import { ViewMenu } from '../features/views/view-menu.tsx'
import { ViewNotice } from '../features/views/view-notice.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useSavedHeaders } from '../session/settings.ts'
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
  const [{ tab }, changeAddress] = useAddress(['tab', 'whose', 'kind', 'sort', 'view', 'handOver'])
  const tabs = [
    {
      key: 'complaints',
      label: t('arrangements.complaints.title'),
      count: useComplaints(customerID).data?.length,
      content: () => <Complaints customerID={customerID} />,
    },
    {
      key: 'callbacks',
      label: t('arrangements.callbacks.title'),
      count: useCallbacks(customerID, { whose: 'team' }).data?.length,
      content: () => <Callbacks customerID={customerID} />,
    },
    {
      key: 'handOvers',
      label: t('arrangements.handOvers.title'),
      content: () => <HandOverBoard customerID={customerID} />,
    },
  ] as const
  return (
    <Tabs
      label={t('arrangements.title')}
      value={tab === 'callbacks' || tab === 'handOvers' ? tab : 'complaints'}
      onChange={(key) => changeAddress({ tab: key === 'complaints' ? '' : key, whose: '', kind: '', sort: '', view: '', handOver: '' })}
      tabs={tabs}
    />
  )
}

function Callbacks({ customerID }: { customerID: number }) {
  const [filters, onFilters] = useAddress(callbackFilters)
  const columns = useCallbackColumns()
  const own = useSavedHeaders('callbackHeaders')
  const view = useOpenView({ list: 'callbacks', customerID, filters, columns, own, knows: knowsCallbackFilter })
  const { headers, onHeaders } = view
  return (
    <>
      <ViewNotice view={view} />
      <CallbackBoard {...{ customerID, filters, onFilters, headers, onHeaders }} viewMenu={<ViewMenu view={view} />} />
    </>
  )
}

function Complaints({ customerID }: { customerID: number }) {
  const [filters, onFilters] = useAddress(complaintFilters)
  const columns = useComplaintColumns()
  const own = useSavedHeaders('complaintHeaders')
  const view = useOpenView({ list: 'complaints', customerID, filters, columns, own, knows: knowsComplaintFilter })
  const { headers, onHeaders } = view
  return (
    <>
      <ViewNotice view={view} />
      <ComplaintBoard {...{ customerID, filters, onFilters, headers, onHeaders }} viewMenu={<ViewMenu view={view} />} />
    </>
  )
}
