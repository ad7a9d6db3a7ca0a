import { Right } from '@regie/contract/right-codes.ts'
import { paths } from '../paths.ts'
import { UserDialog } from '../features/users/user-dialog.tsx'
import { userFilterNames } from '../features/users/users-data.ts'
import { UsersFilters } from '../features/users/users-filters.tsx'
import { UsersTable } from '../features/users/users-table.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress, useGoTo } from '../session/address.ts'
import { useKeptFilters } from '../session/kept-filters.ts'
import { Can } from '../session/can.tsx'
import { useSelection } from '../session/selection.ts'
import { useSavedHeaders } from '../session/settings.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

export function ManagerScreen() {
  const t = useText()
  const goTo = useGoTo()
  const { customerID } = useSelection()
  const [filters, onFilters] = useKeptFilters('users', userFilterNames, customerID)
  const [{ user }, onUser] = useAddress(['user'])
  const { headers, onHeaders } = useSavedHeaders('userHeaders')
  // The list stays as it was behind the dialog.
  const linkTo = (userID: number) => paths.users({ ...filters, user: userID })
  const parts = { customerID, filters, onFilters, headers, onHeaders }
  return (
    <Page
      title={t('users.title')}
      mainAction={
        <Can right={Right.changeUsers}>
          {(reason) => (
            <Button kind="main" reason={reason} onPress={() => goTo(paths.addUser())}>
              {t('users.add')}
            </Button>
          )}
        </Can>
      }
      filters={<UsersFilters {...parts} />}
    >
      <UsersTable {...parts} linkTo={linkTo} />
      {/^\d+$/.test(user) && <UserDialog userID={Number(user)} customerID={customerID} onClose={() => onUser({ user: '' })} />}
    </Page>
  )
}
