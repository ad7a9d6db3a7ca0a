import { FullWordcloud } from '../features/wordcloud/full-wordcloud.tsx'
import { cloudFilterNames } from '../features/wordcloud/wordcloud-data.ts'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'

export function FullWordcloudScreen() {
  const [filters] = useAddress(cloudFilterNames)
  return <WithCustomer>{(customerID, scriptID) => <FullWordcloud scope={{ customerID, scriptID, filters }} />}</WithCustomer>
}
