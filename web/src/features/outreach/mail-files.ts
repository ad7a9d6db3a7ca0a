import type { WrittenChannel } from '@regie/contract/channels.ts'
import { attachmentFault, attachmentTypeOf, mailAttachmentApi, type UploadedAttachment } from '@regie/contract/mail-attachments.ts'
import type { WrittenTexts } from '@regie/contract/manual-messages.ts'
import { useRef, useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { upload } from '../../api/upload.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { useDraft } from '../../session/drafts.ts'
import { failureWords } from '../../ui/failure-text.tsx'

export type MailFiles = ReturnType<typeof useMailFiles>

/** The files of a message that is being written: each is uploaded as it is chosen, and kept with the draft until it is sent. */
export function useMailFiles(caseID: number, about: string, channel: WrittenChannel) {
  const t = useText()
  const draft = useDraft<UploadedAttachment[]>(about)
  const [files, setFiles] = useState<readonly UploadedAttachment[]>(draft.found?.values ?? [])
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [faults, setFaults] = useState<readonly string[]>([])
  // What was last said of them, for who does not see the list.
  const [news, setNews] = useState('')
  // Uploads end when they end: each adds to what stands by then, not to what stood when it began.
  const now = useRef({ files, waiting })
  const turn = useRef(Promise.resolve())
  const keep = (next: readonly UploadedAttachment[]) => {
    now.current.files = next
    setFiles(next)
    if (next.length === 0) draft.drop()
    else draft.save([...next])
  }
  const wait = (next: readonly File[]) => {
    now.current.waiting = next
    setWaiting(next)
  }
  const refuse = (name: string, why: string) => setFaults((before) => [...before, t('outreach.compose.attachRefused', { name, why })])
  const send = (file: File) =>
    upload(mailAttachmentApi.add, { params: { caseID } }, file)
      .then((added) => {
        keep([...now.current.files, added])
        setNews(t('outreach.compose.attachAdded', { name: added.fileName }))
      })
      .catch((failure: Error) => refuse(file.name, failureWords(failure)))
      .finally(() => wait(now.current.waiting.filter((one) => one !== file)))
  return {
    channel,
    files,
    waiting,
    faults,
    news,
    isBusy: waiting.length > 0,
    /** What is too much or of another kind is refused here already; the server looks at the bytes. */
    add: (given: readonly File[]) => {
      setFaults([])
      for (const file of given) {
        const code = refusalOf(file, channel, now.current)
        if (code !== null) {
          refuse(file.name, errorText(code))
          continue
        }
        wait([...now.current.waiting, file])
        turn.current = turn.current.then(() => send(file))
      }
    },
    remove: ({ attachmentID, fileName }: UploadedAttachment) => {
      setFaults([])
      keep(now.current.files.filter((one) => one.attachmentID !== attachmentID))
      setNews(t('outreach.compose.attachRemoved', { name: fileName }))
      // What is not reached now is removed by itself after a week.
      void callApi(mailAttachmentApi.remove, { params: { caseID, attachmentID } }).catch(() => undefined)
    },
    /** They were sent. */
    clear: () => {
      setFaults([])
      setNews('')
      keep([])
    },
  }
}

/** In words, why these files may not go with what was written, or with a text of the customer (`fileFault` knows how long that is); undefined: they may. */
export function faultOfFiles(files: MailFiles | null, { text, fileFault }: Pick<WrittenTexts['texts'][number], 'text' | 'fileFault'>) {
  if (files === null || files.files.length === 0) return undefined
  const fault = fileFault ?? attachmentFault(files.channel, files.files, text)
  return fault === null ? undefined : errorText(fault)
}

type Standing = { files: readonly UploadedAttachment[]; waiting: readonly File[] }

function refusalOf(file: File, channel: WrittenChannel, { files, waiting }: Standing) {
  if (attachmentTypeOf(file.name) === undefined) return 'attachment.typeUnsupported'
  if (file.size === 0) return 'file.empty'
  const coming = [...waiting, file].map(({ name, size }) => ({ fileName: name, bytes: size }))
  return attachmentFault(channel, [...files, ...coming], '')
}
