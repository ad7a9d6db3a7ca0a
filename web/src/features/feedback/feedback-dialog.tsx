import { feedbackApi } from '@regie/contract/feedback.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/call-api.ts'
import { recentRequestIds } from '../../api/request-ids.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { PictureEraser } from './picture-eraser.tsx'
import { type Area, picturePng, takePicture } from './take-picture.ts'

type FeedbackDialogProps = { route: string; version: string; onClose: () => void }

/** Tells the makers something, with the screen as it was when the dialog opened; what would be sent is seen before it is. */
export function FeedbackDialog({ route, version, onClose }: FeedbackDialogProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [withPicture, setWithPicture] = useState(true)
  const [picture, setPicture] = useState<HTMLCanvasElement | null | 'failed'>(null)
  const [areas, setAreas] = useState<readonly Area[]>([])
  const [failure, setFailure] = useState<Error | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isGone = false
    takePicture().then(
      (taken) => isGone || setPicture(taken),
      () => isGone || setPicture('failed'),
    )
    return () => {
      isGone = true
    }
  }, [])

  async function send() {
    if (text.trim().length < 3) return setMissing(true)
    setBusy(true)
    setFailure(null)
    try {
      const image = withPicture && picture instanceof HTMLCanvasElement ? picturePng(picture, areas) : null
      const context = {
        route: route.slice(0, 500),
        version,
        screen: `${innerWidth}×${innerHeight}`,
        browser: navigator.userAgent.slice(0, 300),
        requestIDs: recentRequestIds(),
      }
      await callApi(feedbackApi.send, { body: { text, image, context } })
      notify(t('feedback.sent'))
      onClose()
    } catch (refusal) {
      setFailure(refusal as Error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      size="wide"
      title={t('feedback.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="main" isBusy={isBusy} onPress={() => void send()}>
            {t('feedback.send')}
          </Button>
        </>
      }
    >
      <TextAreaInput
        label={t('feedback.text')}
        help={t('feedback.textHelp')}
        value={text}
        isRequired
        maxLength={4_000}
        error={isMissing && text.trim().length < 3 ? errorText('feedback.textMissing') : undefined}
        onChange={setText}
      />
      <CheckInput label={t('feedback.withPicture')} help={t('feedback.pictureHelp')} value={withPicture} onChange={setWithPicture} />
      {withPicture && picture === null && <Skeleton lines={6} height={32} />}
      {withPicture && picture === 'failed' && <Notice tone="warning">{t('feedback.pictureFailed')}</Notice>}
      {withPicture && picture instanceof HTMLCanvasElement && <PictureEraser picture={picture} areas={areas} onAreas={setAreas} />}
      {failure !== null && <FailureText failure={failure} />}
    </Dialog>
  )
}
