import { NewCase } from '../features/cases/fields/new-case.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function NewCaseScreen() {
  const t = useText()
  return (
    <Page title={t('cases.new.title')} isFlowing>
      <WithCustomer>
        {(customerID, scriptID) => <NewCase key={customerID} customerID={customerID} chosenScriptID={scriptID} />}
      </WithCustomer>
    </Page>
  )
}
