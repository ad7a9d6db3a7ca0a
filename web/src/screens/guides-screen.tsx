import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { GuideBoard, NewGuideDialog } from '../features/flow/guides/guide-board.tsx'
import { useText } from '../locales/i18n.tsx'
import { Can } from '../session/can.tsx'
import { WithCustomer } from '../session/with-customer.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'

export function GuidesScreen() {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  return (
    <Page
      title={t('menu.screens.guides')}
      mainAction={
        <Can right={Right.changeScripts}>
          {(reason) => (
            <Button kind="main" icon={<Icon name="plus" size={16} />} reason={reason} onPress={() => setAsked(true)}>
              {t('guides.new')}
            </Button>
          )}
        </Can>
      }
    >
      <WithCustomer>
        {(customerID) => (
          <>
            <GuideBoard customerID={customerID} />
            {isAsked && <NewGuideDialog customerID={customerID} onClose={() => setAsked(false)} />}
          </>
        )}
      </WithCustomer>
    </Page>
  )
}
