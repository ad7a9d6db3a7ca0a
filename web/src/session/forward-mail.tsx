import { forwardApi } from '@regie/contract/forwards.ts'
import { useState } from 'react'
import { useText } from '../locales/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ForwardDialog } from './forward-dialog.tsx'
import { useMayCall } from './use-right.ts'

/** Sends a received e-mail on to a colleague, or to an address that the administrator allows. It stands under each e-mail, so who lacks the right does not see it. */
export function ForwardButton({ incomingID }: { incomingID: number }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (!useMayCall(forwardApi.send)) return null
  return (
    <>
      <Button kind="quiet" icon={<Icon name="send" size={16} />} onPress={() => setOpen(true)}>
        {t('outreach.forward.verb')}
      </Button>
      {isOpen && <ForwardDialog incomingID={incomingID} onClose={() => setOpen(false)} />}
    </>
  )
}
