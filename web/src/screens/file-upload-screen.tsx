import { useState } from 'react'
import { ImportSteps, ImportWalk } from '../features/files/import-walk.tsx'
import { UploadForm } from '../features/files/upload-form.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { Page } from '../ui/page.tsx'

export function FileUploadScreen() {
  const t = useText()
  const [{ importID }, changeAddress] = useAddress(['importID'])
  const [scriptBefore, setScriptBefore] = useState<number | null>(null)
  const other = () => changeAddress({ importID: '' })
  return (
    <Page title={t('files.title')} subtitle={t('files.subtitle')} isFlowing>
      {/^[1-9]\d*$/.test(importID) ? (
        <ImportWalk key={importID} importID={Number(importID)} onOther={other} />
      ) : (
        <>
          <ImportSteps current={0} />
          <WithCustomer>
            {(customerID) => (
              <UploadForm
                key={customerID}
                customerID={customerID}
                scriptBefore={scriptBefore}
                onUploaded={({ importID: started, scriptID }) => {
                  setScriptBefore(scriptID)
                  changeAddress({ importID: String(started) })
                }}
              />
            )}
          </WithCustomer>
        </>
      )}
    </Page>
  )
}
