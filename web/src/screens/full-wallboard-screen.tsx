import { FullWall } from '../features/wallboard/full-wall.tsx'
import { WithCustomer } from '../session/with-customer.tsx'

export function FullWallboardScreen() {
  return <WithCustomer>{(customerID) => <FullWall key={customerID} customerID={customerID} />}</WithCustomer>
}
