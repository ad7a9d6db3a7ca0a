import { arrangementApi, type Complaint } from '@regie/contract/arrangements.ts'
import { download } from '../../../api/download.ts'
import { useDownload } from '../../../api/use-download.ts'
import { formatBytes } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { useMayCall } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureText } from '../../../ui/failure-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../arrangements.module.css'

type Proof = Complaint['files'][number]

/** What a debtor sent along with a dispute, each to be saved by who may see it. */
export function ProofFiles({ caseID, complaint: { complaintID, files } }: { caseID: number; complaint: Complaint }) {
  const t = useText()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t('arrangements.complaints.proof')}>
      {files.map((file) => (
        <li key={file.fileID}>
          <ProofFile file={file} of={{ caseID, complaintID }} />
        </li>
      ))}
    </ul>
  )
}

function ProofFile({ file: { fileID, fileName, bytes }, of }: { file: Proof; of: { caseID: number; complaintID: number } }) {
  const t = useText()
  const mayOpen = useMayCall(arrangementApi.complaintFile)
  const { isBusy, failure, save } = useDownload(() => download(arrangementApi.complaintFile, { params: { ...of, fileID } }, fileName))
  return (
    <>
      {/* No mask knows what stands in a file. */}
      <Button icon={<Icon name="paperclip" size={16} />} reason={mayOpen ? undefined : t('ui.noRight')} isBusy={isBusy} onPress={save}>
        {fileName} · {formatBytes(bytes)}
      </Button>
      {failure !== null && <FailureText failure={failure} />}
    </>
  )
}
