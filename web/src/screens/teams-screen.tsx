import { TeamBoard } from '../features/teams/team-board.tsx'
import { useText } from '../locales/i18n.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function TeamsScreen() {
  const t = useText()
  return (
    <Page title={t('menu.screens.teams')} subtitle={t('teams.subtitle')} isFlowing>
      <WithCustomer>{(customerID) => <TeamBoard key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}
