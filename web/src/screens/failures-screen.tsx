import { Right } from '@regie/contract/right-codes.ts'
import { FailureCodes } from '../features/failures/failure-codes.tsx'
import { FailureCounts } from '../features/failures/failure-counts.tsx'
import { useFailureCodes } from '../features/failures/failures-data.ts'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useRight } from '../session/use-right.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function FailuresScreen() {
  const t = useText()
  return (
    <Page title={t('failures.title')} subtitle={t('failures.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <Failures customerID={customerID} />}</WithCustomer>
    </Page>
  )
}

function Failures({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ tab, days, cause }, changeAddress] = useAddress(['tab', 'days', 'cause'])
  const mayCodes = useRight(Right.changeProviders)
  const codes = useFailureCodes(customerID, mayCodes)
  const causes = () => <FailureCounts customerID={customerID} days={days} opened={cause} onChange={changeAddress} />
  if (!mayCodes) return causes()
  return (
    <Tabs
      label={t('failures.title')}
      value={tab === 'codes' ? 'codes' : 'causes'}
      onChange={(key) => changeAddress({ tab: key === 'causes' ? '' : key })}
      tabs={[
        {
          key: 'causes',
          label: t('failures.tabs.causes'),
          content: causes,
        },
        {
          key: 'codes',
          label: t('failures.tabs.codes'),
          count: codes.data?.filter(({ settledBy }) => settledBy === null).length,
          content: () => <FailureCodes customerID={customerID} query={codes} />,
        },
      ]}
    />
  )
}
