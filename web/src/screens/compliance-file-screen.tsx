import { ComplianceFileBoard } from '../features/compliance-file/compliance-file.tsx'
import { ExportButtons } from '../features/compliance-file/export-buttons.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function ComplianceFileScreen() {
  return <WithCustomer>{(customerID) => <FileOfCustomer key={customerID} customerID={customerID} />}</WithCustomer>
}

function FileOfCustomer({ customerID }: { customerID: number }) {
  const t = useText()
  const [{ user }, changeAddress] = useAddress(['user'])
  return (
    <Page
      title={t('complianceFile.title')}
      subtitle={t('complianceFile.subtitle')}
      actions={<ExportButtons customerID={customerID} />}
      isFlowing
    >
      <ComplianceFileBoard
        customerID={customerID}
        userID={/^\d{1,15}$/.test(user) ? Number(user) : null}
        onUser={(userID) => changeAddress({ user: userID === null ? '' : String(userID) })}
      />
    </Page>
  )
}
