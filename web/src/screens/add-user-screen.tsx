import { paths } from '../paths.ts'
import { AddUserForm } from '../features/users/add-user-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function AddUserScreen() {
  const t = useText()
  return (
    <Page title={t('users.add')} back={{ to: paths.users(), label: t('users.title') }} isFlowing>
      <WithCustomer>{(customerID) => <AddUserForm customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
