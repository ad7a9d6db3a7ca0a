import { MachineKeyList, NewKeyButton } from '../features/machine-keys/machine-key-list.tsx'
import { useText } from '../locales/i18n.tsx'
import { paths } from '../paths.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { Page } from '../ui/page.tsx'

export function MachineKeysScreen() {
  return <WithCustomer>{(customerID) => <MachineKeys key={customerID} customerID={customerID} />}</WithCustomer>
}

function MachineKeys({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Page
      title={t('menu.screens.machineKeys')}
      subtitle={t('machineKeys.subtitle')}
      actions={<AppLink to={paths.apiDocs()}>{t('machineKeys.toDocs')}</AppLink>}
      mainAction={<NewKeyButton customerID={customerID} />}
      isFlowing
    >
      <MachineKeyList customerID={customerID} />
    </Page>
  )
}
