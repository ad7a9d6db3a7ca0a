import { LetterheadForm } from '../features/letterhead/letterhead-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function LetterheadScreen() {
  const t = useText()
  return (
    <Page title={t('letterhead.title')} subtitle={t('letterhead.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <LetterheadForm customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
