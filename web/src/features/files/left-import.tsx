import { fileApi } from '@regie/contract/files.ts'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isWorking } from './import-data.ts'

const keyOf = (customerID: number) => `regie.import.${customerID}`

/** Remembers the import that was begun here last, for who leaves it before it has an end. */
export function keepLeft(customerID: number, importID: number) {
  localStorage.setItem(keyOf(customerID), String(importID))
}

/** The way back to an import that is under way or waits for an answer; without one, nothing. */
export function LeftImport({ customerID }: { customerID: number }) {
  const importID = Number(localStorage.getItem(keyOf(customerID)) ?? 0)
  return importID > 0 ? <Left importID={importID} /> : null
}

const over = ['done', 'failed', 'cancelled']

function Left({ importID }: { importID: number }) {
  const t = useText()
  const { data } = useApi(fileApi.getImport, { params: { importID } })
  // Whoever signed in after a colleague on this machine has an import that is not theirs to see, or none.
  if (data === undefined || over.includes(data.status)) return null
  const state = data.status === 'importing' ? 'importing' : isWorking(data.status) ? 'checking' : 'waiting'
  return (
    <Notice
      icon="upload"
      title={t(`files.left.${state}`, { fileName: data.fileName })}
      action={<AppLink to={paths.upload({ importID })}>{t('files.left.goOn')}</AppLink>}
    />
  )
}
