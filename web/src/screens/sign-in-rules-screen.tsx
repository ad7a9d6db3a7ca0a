import { SignInRulesForm } from '../features/organisation/sign-in-rules-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function SignInRulesScreen() {
  const t = useText()
  return (
    <Page title={t('organisation.title')} subtitle={t('organisation.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <SignInRulesForm customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
