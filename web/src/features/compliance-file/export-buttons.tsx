import { complianceFileApi, complianceFileViews } from '@regie/contract/compliance-file.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { download } from '../../api/download.ts'
import { useDownload } from '../../api/use-download.ts'
import { useLocale, useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The staff, or the complaints, as a file for who asks for it. */
export function ExportButtons({ customerID }: { customerID: number }) {
  return complianceFileViews.map((view) => <ExportButton key={view} customerID={customerID} view={view} />)
}

function ExportButton({ customerID, view }: { customerID: number; view: (typeof complianceFileViews)[number] }) {
  const t = useText()
  const locale = useLocale()
  const { isBusy, failure, save } = useDownload(() =>
    download(complianceFileApi.file, { params: { customerID }, query: { view, locale } }, `${view}.csv`),
  )
  return (
    <>
      <Can right={Right.exportReports}>
        {(reason) => (
          <Button icon={<Icon name="download" size={16} />} reason={reason} isBusy={isBusy} onPress={save}>
            {t(`complianceFile.export.${view}`)}
          </Button>
        )}
      </Can>
      {failure !== null && <FailureText failure={failure} />}
    </>
  )
}
