import { paths } from '../paths.ts'
import { StartDemo, useDemoScriptName } from '../features/demos/start-demo.tsx'
import { useText } from '../locales/i18n.tsx'
import { useRouteId } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function DemoScreen() {
  const scriptID = useRouteId('scriptID')
  return <WithCustomer>{(customerID) => <DemoOf customerID={customerID} scriptID={scriptID} />}</WithCustomer>
}

function DemoOf({ customerID, scriptID }: { customerID: number; scriptID: number }) {
  const t = useText()
  const name = useDemoScriptName(customerID, scriptID)
  return (
    <Page title={name ?? t('demos.title')} back={{ to: paths.demos(), label: t('demos.title') }} isFlowing>
      <StartDemo customerID={customerID} scriptID={scriptID} />
    </Page>
  )
}
