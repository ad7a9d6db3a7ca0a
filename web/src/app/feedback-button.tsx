import { systemApi } from '@regie/contract/system.ts'
import { lazy, Suspense, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { useText } from '../locales/i18n.tsx'
import { IconButton } from '../ui/icon-button.tsx'

// With what draws the picture it weighs more than the first screen.
const FeedbackDialog = lazy(async () => ({
  default: (await import('../features/feedback/feedback-dialog.tsx')).FeedbackDialog,
}))

/** Opens the feedback dialog over the screen that it is about. */
export function FeedbackButton() {
  const t = useText()
  const [version, setVersion] = useState<string | null>(null)
  const open = async () => setVersion((await callApi(systemApi.health, {}).catch(() => null))?.version ?? '?')
  return (
    <>
      <IconButton icon="feedback" label={t('feedback.open')} onPress={() => void open()} />
      {version !== null && (
        <Suspense>
          <FeedbackDialog route={location.pathname} version={version} onClose={() => setVersion(null)} />
        </Suspense>
      )}
    </>
  )
}
