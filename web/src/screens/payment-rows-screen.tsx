import { PaymentRows } from '../features/payment-report/payment-rows.tsx'
import { WithCustomer } from '../session/with-customer.tsx'

export function PaymentRowsScreen() {
  return <WithCustomer>{(customerID, scriptID) => <PaymentRows customerID={customerID} scriptID={scriptID} />}</WithCustomer>
}
