import { BatchStatusCell } from '../features/batches/batch-status.tsx'
import { UploadButton } from '../features/batches/batches-table.tsx'
import { Home } from '../features/home/home.tsx'
import { TodayLine, useGreeting } from '../features/home/today-line.tsx'
import { useAddress } from '../session/address.ts'
import { useSelection } from '../session/selection.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function HomeScreen() {
  const { customerID, scriptID } = useSelection()
  const [{ days }, changeAddress] = useAddress(['days'])
  return (
    <Page
      title={useGreeting()}
      subtitle={<TodayLine customerID={customerID} scriptID={scriptID} />}
      mainAction={<UploadButton />}
      isFlowing
    >
      <WithCustomer>
        {(ofCustomer, ofScript) => (
          <Home
            customerID={ofCustomer}
            scriptID={ofScript}
            days={days}
            onDays={(wanted) => changeAddress({ days: wanted })}
            upload={<UploadButton />}
            stateOf={(batch) => <BatchStatusCell batch={batch} />}
          />
        )}
      </WithCustomer>
    </Page>
  )
}
